/** Sizes and durations of a run of everything; the small ones only prove that all of it works. */
export const PLANS = {
  full: {
    small: 10_000,
    large: 1_000_000,
    seconds: 5,
    depthRequests: 100,
    queries: 300,
    greedyRounds: 20,
    mix: { perSecond: 500, seconds: 60 },
    restarts: 3,
    idle: 20,
    streams: { streams: 10_000, idle: 20, mix: { perSecond: 500, seconds: 20 } },
    web: { loads: 5, rounds: 10, slowRounds: 5 },
  },
  small: {
    small: 1_000,
    large: 3_000,
    seconds: 1,
    depthRequests: 10,
    queries: 20,
    greedyRounds: 2,
    mix: { perSecond: 100, seconds: 3 },
    restarts: 1,
    idle: 2,
    streams: { streams: 200, idle: 2, mix: { perSecond: 100, seconds: 3 } },
    web: { loads: 1, rounds: 1, slowRounds: 1 },
  },
};

/** The workloads of single calls that the table has a row for. */
export const CALLS = [
  'list',
  'detail',
  'comments',
  'notifications',
  'title search',
  'title search, first time',
  'comment written',
];
