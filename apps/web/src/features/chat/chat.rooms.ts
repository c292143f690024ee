import type { ChatMessage, ChatRoom } from '@naru/contract/chat';
import { TEXTS } from '@naru/contract/texts';

type Rooms = readonly ChatRoom[];

/** Moves the room of a sent message to the front, with the message as preview. */
export function withSent(rooms: Rooms, roomId: number, message: ChatMessage): ChatRoom[] {
  const room = rooms.find((other) => other.roomId === roomId);
  if (!room) return [...rooms];
  const lastMessage = message.picture
    ? TEXTS.pictureMessage
    : message.content.replace(/\s+/gu, ' ').trim();
  const touched = { ...room, lastMessage, lastDate: message.date };
  return [touched, ...rooms.filter((other) => other.roomId !== roomId)];
}

export function withRead(rooms: Rooms, roomId: number): ChatRoom[] {
  return rooms.map((room) => (room.roomId === roomId ? { ...room, newMailCount: 0 } : room));
}

export function withoutRoom(rooms: Rooms, roomId: number): ChatRoom[] {
  return rooms.filter((room) => room.roomId !== roomId);
}
