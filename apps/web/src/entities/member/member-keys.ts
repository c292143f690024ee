/** The signed-in member, and other members as they show themselves. */
export const memberKeys = {
  me: ['me'],
  cards: ['members'],
  card: (memberId: number) => ['members', 'card', memberId] as const,
} as const;

/** What only the signed-in member sees of the own account. */
export const accountKeys = {
  sessions: ['account', 'sessions'],
  choices: ['account', 'choices'],
  gate: ['account', 'gate'],
  activity: (section: string, page: number) => ['activity', section, page] as const,
} as const;

/** Members as an administrator finds them. */
export const peopleKeys = {
  all: ['people'],
  page: (filter: object | null, page: number) => ['people', filter, page] as const,
} as const;
