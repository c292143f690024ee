import type { AdminUser } from '@naru/contract/admin';
import { toKst } from '../../platform/clock.ts';
import type { UserRow } from './admin.repo.ts';

export interface StudentFacts {
  isProvenStudent: boolean;
  mailboxHolder: AdminUser['mailboxHolder'];
}

export function presentUser(row: UserRow, facts: StudentFacts, now: Date): AdminUser {
  const isSuspended = row.suspendedUntil !== null && row.suspendedUntil > now;
  return {
    id: row.id,
    username: row.username,
    name: row.name,
    nickname: row.nickname,
    email: row.email,
    roles: row.roles,
    profileThumbnails: row.profileImageUrl,
    createdDate: toKst(row.createdAt),
    lastVisit: row.lastVisit,
    suspendedUntil: isSuspended && row.suspendedUntil ? toKst(row.suspendedUntil) : null,
    suspendedReason: isSuspended ? row.suspendedReason : null,
    standing: row.standing,
    major: row.major ?? '',
    hasSecondFactor: row.hasSecondFactor,
    ...facts,
  };
}
