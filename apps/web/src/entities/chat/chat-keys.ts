export const chatKeys = {
  rooms: ['chat', 'rooms'],
  log: (roomId: number) => ['chat', 'log', roomId] as const,
  /** Live messages that arrive before the log has loaded. */
  early: (roomId: number) => ['chat', 'early', roomId] as const,
  search: (roomId: number, query: string) => ['chat', 'search', roomId, query] as const,
} as const;
