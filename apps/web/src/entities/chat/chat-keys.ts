export const chatKeys = {
  rooms: ['chat', 'rooms'],
  log: (roomId: number) => ['chat', 'log', roomId] as const,
  /** Live messages of a room whose log is still being loaded. */
  early: (roomId: number) => ['chat', 'early', roomId] as const,
} as const;
