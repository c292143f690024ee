import type { Role } from '@naru/contract/roles';

/** The signed-in member who acts; roles are read from the database on every request. */
export interface Actor {
  memberId: number;
  sessionId: string;
  roles: readonly Role[];
  /** Network address of the request, for the audit log. */
  address?: string;
}
