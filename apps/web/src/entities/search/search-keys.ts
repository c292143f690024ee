export const searchKeys = {
  found: (input: object) => ['search', input] as const,
} as const;
