/** The log of e-mails. */
export const emailKeys = {
  page: (filter: object, page: number) => ['email-log', filter, page] as const,
} as const;
