export const inquiryKeys = {
  all: ['inquiries'],
  mine: (page: number, size: number) => ['inquiries', 'mine', page, size] as const,
  detail: (id: number) => ['inquiries', 'detail', id] as const,
  /** Pages of all members' inquiries. */
  lists: ['inquiries', 'all'],
  list: (request: object) => ['inquiries', 'all', request] as const,
} as const;
