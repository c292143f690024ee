export const auditKeys = {
  all: ['audit'],
  page: (request: object) => ['audit', request] as const,
} as const;
