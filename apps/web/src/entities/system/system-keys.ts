export const systemKeys = {
  /** Engines, queues and disk of the server. */
  state: ['system'],
} as const;
