import type { MemberSummary } from '@naru/contract/friends';
import type { MemberRow } from './friends.lists.repo.ts';

const collator = new Intl.Collator('ko');

/** Peers never see student number, real name or e-mail address. */
export function presentMember(row: MemberRow): MemberSummary {
  return {
    id: row.id,
    nickname: row.nickname,
    nickName: row.nickname,
    profileThumbnails: row.profileImageUrl,
    roles: row.roles,
  };
}

export function byNickname(a: MemberSummary, b: MemberSummary): number {
  return collator.compare(a.nickname, b.nickname) || a.id - b.id;
}
