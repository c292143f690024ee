/** Apart from the keys of the account, which the first page loads. */
export const providerKeys = {
  identities: ['identities'],
} as const;
