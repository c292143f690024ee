/** The roster, and sign-ups that differ from it. */
export const rosterKeys = {
  all: ['roster'],
  page: (filter: object, page: number) => ['roster', 'page', filter, page] as const,
  ends: ['roster', 'ends'],
  signUps: ['sign-ups'],
  invitation: (token: string) => ['invitation', token] as const,
} as const;
