/** Of the search over everything, which knows its places. */
export type FindSearch = {
  query?: string | undefined;
  filter?: string | undefined;
  place?: string | undefined;
  period?: string | undefined;
  page?: number | undefined;
};

export const searchKeys = {
  found: (input: object) => ['search', input] as const,
} as const;
