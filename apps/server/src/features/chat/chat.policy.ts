import { TEXTS } from '@naru/contract/texts';
import { type Authorised, authorise } from '../../domain/access/authorised.ts';
import { AppError } from '../../platform/errors.ts';
import type { PartnerRow } from './chat.read.repo.ts';
import type { EnteredSide, Side } from './chat.repo.ts';

interface Relation {
  areFriends: boolean;
  /** The sender blocks the partner. */
  isBlocker: boolean;
  /** Either blocks the other. */
  hasBlock: boolean;
}

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

/** `requireSide` of what was read of a room. */
export function requireRoom<T extends { side: Side }>(room: T | null) {
  const side = requireSide(room?.side ?? null);
  return { ...(room as T), side };
}

/** Throws NOT_FRIENDS with the same text for a blocked member as for a former friend. */
export function authoriseSend(
  side: EnteredSide,
  partner: PartnerRow | null,
  { areFriends, hasBlock, isBlocker }: Relation,
  now: Date,
): Authorised<'send', Side> {
  if (partner === null || isLeft(partner, now)) throw refusal('left');
  if (isBlocker) throw refusal('blocked');
  if (hasBlock || !areFriends) throw refusal('strangers');
  return authorise('send', side);
}

function refusal(reason: keyof typeof REFUSED): AppError {
  return new AppError('NOT_FRIENDS', { message: REFUSED[reason] });
}
