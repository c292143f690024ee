import { LIMITS } from '@naru/contract/limits';
import { TEXTS } from '@naru/contract/texts';
import { type Authorised, authorise } from '../../domain/access/authorised.ts';
import { canManageRoom } from '../../domain/access/room-access.ts';
import type { Actor } from '../../platform/actor.ts';
import { addSeconds } from '../../platform/clock.ts';
import { AppError } from '../../platform/errors.ts';
import type { ItemRow } from './chat.items.repo.ts';
import type { LectureChatRow } from './chat.lectures.repo.ts';
import type { MessageRow } from './chat.messages.repo.ts';
import type { LectureRow, PartnerRow } from './chat.read.repo.ts';
import type { EnteredSide, Side } from './chat.repo.ts';

interface Relation {
  partner: PartnerRow | null;
  areFriends: boolean;
  /** The sender blocks the partner. */
  isBlocker: boolean;
  /** That of the lecture whose room it is. */
  isTermOver: boolean;
}

const REFUSED = {
  left: TEXTS.partnerLeft,
  blocked: TEXTS.partnerBlocked,
  strangers: TEXTS.friendsOnly,
} as const;

/** Such a partner is shown without a name and cannot be written to. */
export function isLeft(
  { withdrawnAt, suspendedUntil }: Pick<PartnerRow, 'withdrawnAt' | 'suspendedUntil'>,
  now: Date,
): boolean {
  return withdrawnAt !== null || (suspendedUntil !== null && suspendedUntil > now);
}

/**
 * A room about an item closes when the item is sold or deleted and nothing was written in the room, nor
 * the item changed, for seven days.
 */
export function isTradeOver(room: ItemRow, now: Date): boolean {
  const { itemTitle, itemStatus, itemDeletedAt, itemUpdatedAt, lastMessageAt } = room;
  if (itemTitle === null) return true;
  if (itemStatus !== 'SOLD' && itemDeletedAt === null) return false;
  const times = [itemDeletedAt, itemUpdatedAt, lastMessageAt].map((at) => at?.getTime() ?? 0);
  return Math.max(...times) < addSeconds(now, -LIMITS.itemRoomQuietDays * 24 * 60 * 60).getTime();
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

/**
 * Throws NOT_FRIENDS, in a room about an item ITEM_ROOM_CLOSED, and in that of a lecture LECTURE_CHAT_CLOSED. A partner who blocks the sender changes
 * nothing: a block has ended the friendship, and what is written about an item is withheld.
 */
export function authoriseSend(
  side: EnteredSide,
  { partner, areFriends, isBlocker, isTermOver, ...room }: Relation & ItemRow,
  now: Date,
): Authorised<'send', Side> {
  if (side.partnerId === null) {
    if (isTermOver) throw new AppError('LECTURE_CHAT_CLOSED');
    return authorise('send', side);
  }
  if (partner === null || isLeft(partner, now)) throw refusal('left');
  if (isBlocker) throw refusal('blocked');
  if (room.itemId === null) {
    if (!areFriends) throw refusal('strangers');
  } else if (isTradeOver(room, now)) {
    throw new AppError('ITEM_ROOM_CLOSED');
  }
  return authorise('send', side);
}

/** A reaction needs what a message needs, and a message that is still there. Throws MESSAGE_NOT_FOUND. */
export function authoriseReact(
  _side: Authorised<'send', Side>,
  message: MessageRow,
): Authorised<'react', MessageRow> {
  if (message.recalledAt !== null) throw new AppError('MESSAGE_NOT_FOUND');
  return authorise('react', message);
}

/** Throws LECTURE_CHAT_DENIED, and LECTURE_CHAT_CLOSED after the term. */
export function authoriseJoin(
  lecture: LectureChatRow,
  isOver: boolean,
): Authorised<'join', LectureChatRow> {
  if (!lecture.belongs) throw new AppError('LECTURE_CHAT_DENIED');
  if (isOver) throw new AppError('LECTURE_CHAT_CLOSED');
  return authorise('join', lecture);
}

/** Allows the professor and staff in the room of a lecture. Throws PERMISSION_DENIED, MESSAGE_NOT_FOUND. */
export function authoriseRemoval(
  actor: Actor,
  lecture: LectureRow | null,
  message: MessageRow | null,
): Authorised<'recall', MessageRow> {
  if (lecture === null || !canManageRoom(lecture, actor)) throw new AppError('PERMISSION_DENIED');
  return authorise('recall', requireMessage(message));
}

/** Allows the author of the post in the room of its team. Throws PERMISSION_DENIED, MESSAGE_NOT_FOUND. */
export function authoriseTeamRemoval(
  memberId: number,
  { authorId }: Pick<ItemRow, 'authorId'>,
  message: MessageRow | null,
): Authorised<'recall', MessageRow> {
  if (authorId !== memberId) throw new AppError('PERMISSION_DENIED');
  return authorise('recall', requireMessage(message));
}

/** Throws MESSAGE_NOT_FOUND. */
export function requireMessage(message: MessageRow | null): MessageRow {
  if (message === null) throw new AppError('MESSAGE_NOT_FOUND');
  return message;
}

/**
 * Throws MESSAGE_NOT_FOUND unless the member sees the message and sent it, RECALL_TOO_LATE after its
 * five minutes. Neither block nor friendship matters: taking back does no harm.
 */
export function authoriseRecall(
  { memberId }: EnteredSide,
  message: MessageRow | null,
  now: Date,
): Authorised<'recall', MessageRow> {
  if (message?.senderId !== memberId) throw new AppError('MESSAGE_NOT_FOUND');
  const until = addSeconds(message.createdAt, LIMITS.recallMinutes * 60);
  if (message.recalledAt === null && until < now) throw new AppError('RECALL_TOO_LATE');
  return authorise('recall', message);
}

function refusal(reason: keyof typeof REFUSED): AppError {
  return new AppError('NOT_FRIENDS', { message: REFUSED[reason] });
}
