import { WITHDRAWN_NAME } from '@naru/contract/boards';
import {
  CHAT_REACTIONS,
  type ChatMessage,
  type ChatQuote,
  type ChatReactions,
  type ChatRoom,
} from '@naru/contract/chat';
import { cutGraphemes } from '@naru/contract/text';
import { TEXTS } from '@naru/contract/texts';
import { canManageRoom } from '../../domain/access/room-access.ts';
import type { Actor } from '../../platform/actor.ts';
import { toKst } from '../../platform/clock.ts';
import { presentItem } from './chat.items.ts';
import type { MessageRow, ReactionCount } from './chat.messages.repo.ts';
import { isLeft, isTradeOver } from './chat.policy.ts';
import type { ReactionRow } from './chat.reactions.repo.ts';
import type { PartnerRow, RoomRow } from './chat.read.repo.ts';

/** Graphemes of a preview. */
const PREVIEW = 50;

interface Shown {
  /** In the room of a lecture each message names its sender. */
  isOfMany: boolean;
  /** The address of a message's picture for the reader. */
  urlOf: (messageId: number) => string;
}

export function presentMessage(row: MessageRow, { isOfMany, urlOf }: Shown): ChatMessage {
  const { pictureWidth: width, pictureHeight: height } = row;
  return {
    id: row.id,
    senderId: row.senderId,
    content: row.content,
    picture: width === null || height === null ? null : { url: urlOf(row.id), width, height },
    isRecalled: row.recalledAt !== null,
    isRemoved: row.isRemoved,
    sender: isOfMany ? presentSender(row) : null,
    replyTo: presentQuote(row),
    reactions: inOrder(row.reactions),
    date: toKst(row.createdAt),
    clientId: row.clientId,
  };
}

type Sender = Pick<MessageRow, 'senderName' | 'senderImage' | 'senderLeftAt'>;

export function presentSender({ senderName, senderImage, senderLeftAt }: Sender) {
  return senderLeftAt === null
    ? { nickName: senderName, profileThumbnails: senderImage }
    : { nickName: WITHDRAWN_NAME, profileThumbnails: null };
}

function presentQuote(row: MessageRow): ChatQuote | null {
  if (row.replyToId === null) return null;
  const isRecalled = row.quotedRecalledAt !== null;
  const content = row.quotedContent ?? '';
  return {
    id: row.replyToId,
    senderId: row.quotedSenderId,
    nickName: row.quotedLeftAt === null ? row.quotedName : WITHDRAWN_NAME,
    content: shorten(content),
    isPicture: row.quotedSenderId !== null && !isRecalled && content === '',
    isRecalled,
    isRemoved: row.quotedIsRemoved ?? false,
  };
}

/** The message for a member who does not see what it replies to. */
export function withHiddenQuote(message: ChatMessage): ChatMessage {
  if (message.replyTo === null) return message;
  const { id } = message.replyTo;
  return { ...message, replyTo: { ...NOTHING, id, isRecalled: false, isRemoved: false } };
}

const NOTHING = { senderId: null, nickName: null, content: '', isPicture: false };

/** What remains where a message is quoted that was taken back or removed. */
export function withoutWords(quote: ChatQuote, isRemoved: boolean): ChatQuote {
  return { ...quote, content: '', isPicture: false, isRecalled: true, isRemoved };
}

function inOrder(reactions: readonly ReactionCount[]): ChatReactions {
  return CHAT_REACTIONS.flatMap(
    (name) => reactions.find(({ reaction }) => reaction === name) ?? [],
  );
}

/** The reactions of a message as a member sees them. */
export function reactionsFor(rows: readonly ReactionRow[], readerId: number): ChatReactions {
  const shown = rows.filter(({ hiddenFrom }) => !hiddenFrom.includes(readerId));
  return CHAT_REACTIONS.flatMap((reaction) => {
    const chosen = shown.filter((row) => row.reaction === reaction);
    const isMine = chosen.some(({ memberId }) => memberId === readerId);
    return chosen.length === 0 ? [] : [{ reaction, count: chosen.length, isMine }];
  });
}

export function presentMember(row: PartnerRow, now: Date) {
  const hasLeft = isLeft(row, now);
  return {
    id: row.id,
    nickName: hasLeft ? WITHDRAWN_NAME : row.nickname,
    profileThumbnails: hasLeft ? null : row.profileImageUrl,
  };
}

interface Reader {
  actor: Actor;
  now: Date;
  /** The term of the lecture whose room it is. */
  isTermOver: boolean;
}

export function presentRoom(row: RoomRow, { actor, now, isTermOver }: Reader): ChatRoom {
  const { newestAt, lecture } = row;
  return {
    roomId: row.roomId,
    item: presentItem(row),
    lecture: lecture && {
      lectureId: lecture.id,
      title: lecture.title,
      memberCount: row.memberCount,
      isOver: isTermOver,
      canModerate: canManageRoom(lecture, actor),
    },
    ...presentTeam(row, actor),
    partner: presentPartner(row, now),
    // As in the sum over all rooms, which leaves those of blocked members out.
    newMailCount: row.isBlocker ? 0 : row.unreadCount,
    isMuted: row.isMuted,
    lastMessage: previewOf(row),
    lastDate: newestAt === null ? null : toKst(newestAt),
    canSend: lecture === null && row.teamId === null ? canSendTo(row, now) : !isTermOver,
  };
}

function presentTeam(row: RoomRow, { memberId }: Actor): Pick<ChatRoom, 'team'> {
  const { teamId: postId, memberCount } = row;
  if (postId === null) return {};
  const canModerate = row.authorId === memberId;
  return { team: { postId, title: teamTitle(row), memberCount, canModerate } };
}

function teamTitle({ itemTitle, itemDeletedAt, itemBlindedAt }: RoomRow): string {
  return itemDeletedAt === null && itemBlindedAt === null ? (itemTitle ?? '') : '';
}

/** Of a team whose post is gone. */
const TEAM_NAME = '팀 채팅방';

function presentPartner(row: RoomRow, now: Date): ChatRoom['partner'] {
  const { partner, lecture, isBlocker } = row;
  if (partner === null) {
    const nickName = lecture?.title ?? (teamTitle(row) || TEAM_NAME);
    return { id: 0, nickName, profileThumbnails: null, isLeft: false };
  }
  const isBlocked = isBlocker && { isBlocked: true };
  return { ...presentMember(partner, now), isLeft: isLeft(partner, now), ...isBlocked };
}

function canSendTo(row: RoomRow, now: Date): boolean {
  const isOpen = row.itemId === null ? row.areFriends : !isTradeOver(row, now);
  return isOpen && !row.isBlocker && row.partner !== null && !isLeft(row.partner, now);
}

function previewOf({ lastMessage, isLastRecalled, isLastRemoved }: RoomRow): string | null {
  if (lastMessage === null) return null;
  if (isLastRemoved) return TEXTS.removedMessage;
  if (isLastRecalled) return TEXTS.recalledMessage;
  if (lastMessage === '') return TEXTS.pictureMessage;
  return shorten(lastMessage);
}

function shorten(text: string): string {
  return cutGraphemes(text.replace(/\s+/gu, ' ').trim(), PREVIEW);
}
