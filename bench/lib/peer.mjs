/*
 * NodeBB 4.10.3 on Redis, its fastest set-up, with 10,000 topics, measured on two busy cores in October and
 * November 2026: Naru's share of the limit server's calls a second then, divided by how many times as
 * many calls as NodeBB Naru served then. So these are NodeBB's shares of the limit.
 */
export const PEER_SHARES = {
  list: 0.41 / 6,
  detail: 0.3 / 8.7,
  notifications: 0.42 / 3,
  'comment written': 0.21 / 1.5,
  // Measured beside the limit itself, from processor time per call, which is the better figure for NodeBB.
  'title search': 0.2,
};
