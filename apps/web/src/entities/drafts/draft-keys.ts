export const draftKeys = {
  /** Those on the account. */
  all: ['drafts'],
} as const;
