import type { Role } from './roles.ts';

// Without schemas: the list of petitions need not load them.

/** Bodies that answer petitions. */
export const PETITION_ADDRESSEES = ['COUNCIL', 'OFFICE', 'FACULTY'] as const;
export type PetitionAddressee = (typeof PETITION_ADDRESSEES)[number];

/** Who answers, and the role of those who write the answer. */
export const PETITION_BODIES: Record<PetitionAddressee, { name: string; role: Role }> = {
  COUNCIL: { name: '학생회', role: 'STUDENT_COUNCIL' },
  OFFICE: { name: '학과사무실', role: 'MANAGER' },
  FACULTY: { name: '교수진', role: 'PROFESSOR' },
};

/** Whether a member answers for a body: who has its very role, and ADMIN for each. */
export function answersFor(addressee: PetitionAddressee, roles: readonly string[]): boolean {
  return roles.includes(PETITION_BODIES[addressee].role) || roles.includes('ADMIN');
}
