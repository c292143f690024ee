export const integrityKeys = {
  /** Reports of the nightly check. */
  all: ['integrity'],
} as const;
