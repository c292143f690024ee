export const searchKeys = {
  found: (wish: object) => ['search', wish] as const,
} as const;
