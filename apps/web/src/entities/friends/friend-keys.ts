export const friendKeys = {
  all: ['friends'],
  list: ['friends', 'list'],
  requests: ['friends', 'requests'],
  blocks: ['friends', 'blocks'],
  search: (nickname: string) => ['friends', 'search', nickname] as const,
  timetables: ['friends', 'timetables'],
  /** `term` as `2026-2`, ids joined by commas. */
  common: (term: string, ids: string) => ['friends', 'common', term, ids] as const,
} as const;
