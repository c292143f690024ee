export const sourceKeys = {
  all: ['sources'],
  list: ['sources', 'list'],
  detail: (id: number) => ['sources', 'detail', id] as const,
  edited: (id: number) => ['sources', 'edited', id] as const,
} as const;
