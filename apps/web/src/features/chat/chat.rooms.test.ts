import type { ChatRoom } from '@naru/contract/chat';
import { describe, expect, it } from 'vitest';
import { withoutRoom, withRead, withSent } from './chat.rooms.ts';

function room(roomId: number): ChatRoom {
  return {
    roomId,
    item: null,
    partner: { id: roomId + 100, nickName: '해솔', profileThumbnails: null, isLeft: false },
    newMailCount: 2,
    lastMessage: '옛 글',
    lastDate: '2026-11-19T10:00:00+09:00',
    canSend: true,
  };
}

const ROOMS = [room(1), room(2), room(3)];

describe('chat.rooms', () => {
  it('moves the room of a sent message to the front with a one-line preview', () => {
    const message = {
      id: 9,
      senderId: 7,
      content: ' 첫 줄\n\n둘째 줄 ',
      date: '2026-11-20T10:00:00+09:00',
      clientId: null,
      picture: null,
      isRecalled: false,
    };
    const rooms = withSent(ROOMS, 2, message);
    expect(rooms.map(({ roomId }) => roomId)).toEqual([2, 1, 3]);
    expect(rooms[0]).toMatchObject({ lastMessage: '첫 줄 둘째 줄', lastDate: message.date });
    expect(withSent(ROOMS, 8, message)).toEqual(ROOMS);
  });

  it('changes only the room that is read or left', () => {
    expect(withRead(ROOMS, 1).map(({ newMailCount }) => newMailCount)).toEqual([0, 2, 2]);
    expect(withoutRoom(ROOMS, 3).map(({ roomId }) => roomId)).toEqual([1, 2]);
  });
});
