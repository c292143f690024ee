import { WITHDRAWN_NAME } from '@naru/contract/boards';
import type { ChatMessage, ChatRoom } from '@naru/contract/chat';
import { cutGraphemes } from '@naru/contract/text';
import { toKst } from '../../platform/clock.ts';
import { isLeft } from './chat.policy.ts';
import type { RoomRow } from './chat.read.repo.ts';
import type { MessageRow } from './chat.repo.ts';

/** Graphemes of a preview. */
const PREVIEW = 50;

export function presentMessage(row: MessageRow): ChatMessage {
  return {
    id: row.id,
    senderId: row.senderId,
    content: row.content,
    date: toKst(row.createdAt),
    clientId: row.clientId,
  };
}

export function presentRoom(row: RoomRow, now: Date): ChatRoom {
  const hasLeft = isLeft(row.partner, now);
  const { lastMessage, lastMessageAt } = row;
  return {
    roomId: row.roomId,
    partner: {
      id: row.partner.id,
      nickName: hasLeft ? WITHDRAWN_NAME : row.partner.nickname,
      profileThumbnails: hasLeft ? null : row.partner.profileImageUrl,
      isLeft: hasLeft,
    },
    newMailCount: row.unreadCount,
    lastMessage:
      lastMessage === null ? null : cutGraphemes(lastMessage.replace(/\s+/gu, ' ').trim(), PREVIEW),
    lastDate: lastMessageAt === null ? null : toKst(lastMessageAt),
    canSend: row.areFriends && !row.hasBlock && !hasLeft,
  };
}
