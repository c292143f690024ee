/*
 * NodeBB 4.10.3 on Redis with 10,000 topics: its share of the limit server's calls.
 */
export const PEER_SHARES = {
  // Measured beside an earlier Naru in October and November 2026, in NodeBB's fastest set-up: Naru's share
  // of the limit then, divided by how many times as many calls a second as NodeBB Naru served then.
  list: 0.41 / 6,
  detail: 0.3 / 8.7,
  'comment written': 0.21 / 1.5,
  // Measured beside the limit itself on 22 November 2026 with its default plugins, from processor time
  // per call; by calls a second on that busy machine the shares were smaller by 30 to 40 %.
  notifications: 0.051,
  'title search': 0.2,
  'title search, first time': 0.2,
};
