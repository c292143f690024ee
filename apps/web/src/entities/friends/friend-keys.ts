export const friendKeys = {
  all: ['friends'],
  list: ['friends', 'list'],
  requests: ['friends', 'requests'],
  blocks: ['friends', 'blocks'],
  search: (nickname: string) => ['friends', 'search', nickname] as const,
} as const;
