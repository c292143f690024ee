import { TEXTS } from '@naru/contract/texts';
import { type Authorised, authorise } from '../../domain/access/authorised.ts';
import { AppError } from '../../platform/errors.ts';
import type { FriendsService } from '../friends/friends.service.ts';
import type { PartnerRow } from './chat.read.repo.ts';
import type { EnteredSide, Side } from './chat.repo.ts';

type Relation = Awaited<ReturnType<FriendsService['getRelation']>>;

const REFUSED = {
  left: TEXTS.partnerLeft,
  blocked: '차단한 회원에게는 메시지를 보낼 수 없습니다.',
  strangers: TEXTS.friendsOnly,
} as const;

/** Such a partner is shown without a name and cannot be written to. */
export function isLeft(
  { withdrawnAt, suspendedUntil }: Pick<PartnerRow, 'withdrawnAt' | 'suspendedUntil'>,
  now: Date,
): boolean {
  return withdrawnAt !== null || (suspendedUntil !== null && suspendedUntil > now);
}

/** Throws ROOM_NOT_FOUND when the room is unknown, not the member's, or left. */
export function requireSide(side: Side | null): EnteredSide {
  if (side === null || side.isOut) throw new AppError('ROOM_NOT_FOUND');
  return authorise('enter', side);
}

/** Throws NOT_FRIENDS with the same text for a blocked member as for a former friend. */
export function authoriseSend(
  side: EnteredSide,
  partner: PartnerRow | null,
  { friendStatus, hasBlock, isBlocker }: Relation,
  now: Date,
): Authorised<'send', Side> {
  if (partner === null || isLeft(partner, now)) throw refusal('left');
  if (isBlocker) throw refusal('blocked');
  if (hasBlock || friendStatus !== 'friend') throw refusal('strangers');
  return authorise('send', side);
}

function refusal(reason: keyof typeof REFUSED): AppError {
  return new AppError('NOT_FRIENDS', { message: REFUSED[reason] });
}
