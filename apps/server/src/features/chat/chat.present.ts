import { WITHDRAWN_NAME } from '@naru/contract/boards';
import type { ChatMessage, ChatRoom } from '@naru/contract/chat';
import { cutGraphemes } from '@naru/contract/text';
import { TEXTS } from '@naru/contract/texts';
import { toKst } from '../../platform/clock.ts';
import { presentItem } from './chat.items.ts';
import { isLeft, isTradeOver } from './chat.policy.ts';
import type { RoomRow } from './chat.read.repo.ts';
import type { MessageRow } from './chat.repo.ts';

/** Graphemes of a preview. */
const PREVIEW = 50;

/** `urlOf` returns the address of a message's picture for the reader. */
export function presentMessage(row: MessageRow, urlOf: (messageId: number) => string): ChatMessage {
  const { pictureWidth: width, pictureHeight: height } = row;
  return {
    id: row.id,
    senderId: row.senderId,
    content: row.content,
    picture: width === null || height === null ? null : { url: urlOf(row.id), width, height },
    isRecalled: row.recalledAt !== null,
    date: toKst(row.createdAt),
    clientId: row.clientId,
  };
}

export function presentRoom(row: RoomRow, now: Date): ChatRoom {
  const hasLeft = isLeft(row.partner, now);
  const { newestAt } = row;
  const item = presentItem(row);
  const isOpen = item === null ? row.areFriends : !isTradeOver(row, now);
  return {
    roomId: row.roomId,
    item,
    partner: {
      id: row.partner.id,
      nickName: hasLeft ? WITHDRAWN_NAME : row.partner.nickname,
      profileThumbnails: hasLeft ? null : row.partner.profileImageUrl,
      isLeft: hasLeft,
      ...(row.isBlocker && { isBlocked: true }),
    },
    // As in the sum over all rooms, which leaves those of blocked members out.
    newMailCount: row.isBlocker ? 0 : row.unreadCount,
    lastMessage: previewOf(row),
    lastDate: newestAt === null ? null : toKst(newestAt),
    canSend: isOpen && !row.isBlocker && !hasLeft,
  };
}

function previewOf({ lastMessage, isLastRecalled }: RoomRow): string | null {
  if (lastMessage === null) return null;
  if (isLastRecalled) return TEXTS.recalledMessage;
  if (lastMessage === '') return TEXTS.pictureMessage;
  return cutGraphemes(lastMessage.replace(/\s+/gu, ' ').trim(), PREVIEW);
}
