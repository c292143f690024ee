export const serviceKeyKeys = {
  /** Keys with which programs post notices. */
  all: ['service-keys'],
} as const;
