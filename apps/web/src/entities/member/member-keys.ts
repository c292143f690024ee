export const memberKeys = {
  me: ['me'],
  cards: ['members'],
  card: (memberId: number) => ['members', 'card', memberId] as const,
} as const;

export const accountKeys = {
  sessions: ['account', 'sessions'],
  choices: ['account', 'choices'],
  secondFactor: ['account', 'second-factor'],
  passkeys: ['account', 'passkeys'],
  studyYear: ['account', 'study-year'],
  gate: ['account', 'gate'],
  allActivity: ['activity'],
  activity: (section: string, page: number) => ['activity', section, page] as const,
} as const;

/** Members in the admin console. */
export const peopleKeys = {
  all: ['people'],
  page: (filter: object | null, page: number) => ['people', filter, page] as const,
} as const;
