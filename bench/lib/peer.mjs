/**
 * Share of the limit server's calls a second that NodeBB 4.10.3 on Redis, its fastest set-up, reaches.
 */
export const PEER_SHARES = {
  list: 0.41 / 6,
  detail: 0.3 / 8.7,
  'comment written': 0.21 / 1.5,
};
