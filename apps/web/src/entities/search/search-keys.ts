/** Of the search over everything, which knows its places. */
export type FindSearch = {
  query?: string | undefined;
  filter?: string | undefined;
  place?: string | undefined;
  period?: string | undefined;
  page?: number | undefined;
};

export const searchKeys = {
  found: (wish: object) => ['search', wish] as const,
} as const;
