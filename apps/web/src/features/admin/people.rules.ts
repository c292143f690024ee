import type { AdminUser } from '@naru/contract/admin';
import type { Me } from '@naru/contract/members';
import { highestRole, type Role, roleRank } from '@naru/contract/roles';
import { BLOCKS } from './people.texts.ts';

export type Viewer = Pick<Me, 'id' | 'roles'>;
type Member = Pick<AdminUser, 'id' | 'roles'>;

const rankOf = (roles: readonly Role[]) => roleRank(highestRole(roles));

/** Why the caller may change nothing about the member's roles; null when it may. */
export function findMemberBlock(viewer: Viewer, member: Member): string | null {
  if (viewer.id === member.id) return BLOCKS.self;
  return rankOf(member.roles) > rankOf(viewer.roles) ? BLOCKS.higher : null;
}

function findRoleBlock(viewer: Viewer, member: Member, role: Role): string | null {
  const block = findMemberBlock(viewer, member);
  if (block !== null) return block;
  if (role === 'SYSTEM') return BLOCKS.system;
  return roleRank(role) > rankOf(viewer.roles) ? BLOCKS.higher : null;
}

/** Why the role cannot be given; null when it can. */
export function findGrantBlock(viewer: Viewer, member: Member, role: Role): string | null {
  return findRoleBlock(viewer, member, role) ?? (member.roles.includes(role) ? BLOCKS.held : null);
}

/** Why the role cannot be taken; null when it can. Whether an ADMIN is the last one only the server knows. */
export function findRevokeBlock(viewer: Viewer, member: Member, role: Role): string | null {
  const block = findRoleBlock(viewer, member, role);
  if (block !== null) return block;
  if (role === 'USER') return BLOCKS.base;
  return member.roles.includes(role) ? null : BLOCKS.notHeld;
}

/** Why the member cannot be suspended; null when it can. */
export function findSuspendBlock(viewer: Viewer, member: Member): string | null {
  if (viewer.id === member.id) return BLOCKS.suspendSelf;
  return rankOf(member.roles) >= rankOf(viewer.roles) ? BLOCKS.suspendRank : null;
}

const DAY_MS = 24 * 60 * 60 * 1000;
const KST_MS = 9 * 60 * 60 * 1000;

/** The Korean day that many days after today: YYYY-MM-DD. */
export function koreanDay(after: number, now = Date.now()): string {
  return new Date(now + KST_MS + after * DAY_MS).toISOString().slice(0, 10);
}
