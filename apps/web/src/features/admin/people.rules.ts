import type { AdminUser } from '@naru/contract/admin';
import { ERRORS } from '@naru/contract/errors';
import type { Me } from '@naru/contract/members';
import { highestRole, type Role, roleRank } from '@naru/contract/roles';
import { TEXTS } from '@naru/contract/texts';

/** Why an action is disabled; the server checks the same rules. */
export const BLOCKS = {
  self: TEXTS.ownRole,
  system: TEXTS.systemRole,
  higher: TEXTS.higherRole,
  base: TEXTS.baseRole,
  held: '이미 가진 권한입니다.',
  notHeld: '가지고 있지 않은 권한입니다.',
  correctRank: ERRORS.MEMBER_CHANGE_DENIED.message,
  suspendSelf: '자신은 정지할 수 없습니다.',
  suspendRank: '자신보다 권한이 낮은 회원만 정지할 수 있습니다.',
} as const;

export type Viewer = Pick<Me, 'id' | 'roles'>;
type Member = Pick<AdminUser, 'id' | 'roles'>;

const rankOf = (roles: readonly Role[]) => roleRank(highestRole(roles));

/** Why the viewer cannot change any role of the member; null when allowed. */
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

/** Why the role cannot be granted; null when allowed. */
export function findGrantBlock(viewer: Viewer, member: Member, role: Role): string | null {
  return findRoleBlock(viewer, member, role) ?? (member.roles.includes(role) ? BLOCKS.held : null);
}

/** Why the role cannot be revoked; null when allowed. The server also protects the last ADMIN. */
export function findRevokeBlock(viewer: Viewer, member: Member, role: Role): string | null {
  const block = findRoleBlock(viewer, member, role);
  if (block !== null) return block;
  if (role === 'USER') return BLOCKS.base;
  return member.roles.includes(role) ? null : BLOCKS.notHeld;
}

/** Why the member's e-mail and name cannot be mended; null when allowed. */
export function findCorrectBlock(viewer: Viewer, member: Member): string | null {
  return rankOf(member.roles) >= rankOf(viewer.roles) ? BLOCKS.correctRank : null;
}

/** Why the member cannot be suspended; null when allowed. */
export function findSuspendBlock(viewer: Viewer, member: Member): string | null {
  if (viewer.id === member.id) return BLOCKS.suspendSelf;
  return rankOf(member.roles) >= rankOf(viewer.roles) ? BLOCKS.suspendRank : null;
}
