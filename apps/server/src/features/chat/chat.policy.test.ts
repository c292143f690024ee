import { TEXTS } from '@naru/contract/texts';
import { describe, expect, it } from 'vitest';
import type { Actor } from '../../platform/actor.ts';
import { refusalOf } from '../../testing/refusal.ts';
import { authoriseRecall, authoriseSend, isTradeOver, requireRoom } from './chat.policy.ts';
import { presentMessage, presentRoom } from './chat.present.ts';

type Room = Parameters<typeof presentRoom>[0];
type Message = Parameters<typeof presentMessage>[0];

const now = new Date('2026-11-20T00:00:00Z');
const ago = (ms: number) => new Date(now.getTime() - ms);
const WEEK = 7 * 24 * 60 * 60 * 1000;
const partner = {
  id: 8,
  nickname: '등대',
  profileImageUrl: '/files/face.webp',
  withdrawnAt: null,
  suspendedUntil: null,
};
const room = {
  roomId: 1,
  partner,
  areFriends: true,
  isBlocker: false,
  unreadCount: 2,
  newestAt: now,
  lastMessage: '안녕',
  isLastRecalled: false,
  itemId: null,
  teamId: null,
  itemTitle: null,
  itemPrice: null,
  itemStatus: null,
  itemImage: null,
  itemBlindedAt: null,
  itemDeletedAt: null,
  itemUpdatedAt: null,
  lastMessageAt: null,
  lecture: null,
  isMuted: false,
} as unknown as Room;
const itemRoom = {
  ...room,
  areFriends: false,
  itemId: 5,
  itemTitle: '책',
  itemStatus: 'ON_SALE',
} as Room;
const sold = { ...itemRoom, itemStatus: 'SOLD', lastMessageAt: ago(WEEK + 1) } as Room;
const actor = { memberId: 7, roles: ['STUDENT'] } as unknown as Actor;
const reader = { actor, now, isTermOver: false };
const side = requireRoom({
  side: {
    roomId: 1,
    memberId: 7,
    partnerId: 8,
    lectureId: null,
    isOut: false,
    unreadCount: 0,
    hiddenId: 0,
  },
}).side;

describe('isTradeOver', () => {
  it.each([
    ['an item that is on sale', itemRoom, false],
    ['an item that is gone for good', { ...itemRoom, itemTitle: null }, true],
    ['a sold one, silent for more than a week', sold, true],
    ['a sold one, silent for a week', { ...sold, lastMessageAt: ago(WEEK) }, false],
    ['a sold one that changed lately', { ...sold, itemUpdatedAt: ago(WEEK) }, false],
    ['one deleted lately', { ...itemRoom, itemDeletedAt: ago(WEEK) }, false],
    ['one deleted long ago', { ...itemRoom, itemDeletedAt: ago(WEEK + 1) }, true],
  ])('of %s', (_name, row, expected) => {
    expect(isTradeOver(row as Room, now)).toBe(expected);
  });
});

describe('authoriseSend and the button of the room', () => {
  const gone = { ...room, partner: { ...partner, withdrawnAt: ago(1) } };
  const held = { ...room, partner: { ...partner, suspendedUntil: new Date(now.getTime() + 1) } };
  const free = { ...room, partner: { ...partner, suspendedUntil: now } };
  it.each([
    ['a friend', room, null, undefined],
    ['one whose suspension is over', free, null, undefined],
    ['one who left', gone, 'NOT_FRIENDS', TEXTS.partnerLeft],
    ['one who is suspended', held, 'NOT_FRIENDS', TEXTS.partnerLeft],
    [
      'one whom the sender blocks',
      { ...room, isBlocker: true },
      'NOT_FRIENDS',
      '차단한 회원에게는',
    ],
    ['a stranger', { ...room, areFriends: false }, 'NOT_FRIENDS', TEXTS.friendsOnly],
    ['a seller', itemRoom, null, undefined],
    [
      'a seller whom the sender blocks',
      { ...itemRoom, isBlocker: true },
      'NOT_FRIENDS',
      '차단한 회원에게는',
    ],
    ['the seller of a closed room', sold, 'ITEM_ROOM_CLOSED', undefined],
  ])('to %s', (_name, row, code, text) => {
    const one = row as unknown as Room & { isBlocker: boolean };
    const send = () => authoriseSend(side, { ...one, isTermOver: false }, now);
    expect(refusalOf(send)).toBe(code);
    expect(presentRoom(one, reader).canSend).toBe(code === null);
    if (text) expect(send).toThrow(text);
  });

  it('refuses a room without a partner', () => {
    const none = { ...room, partner: null, isBlocker: false, isTermOver: false };
    expect(refusalOf(() => authoriseSend(side, none, now))).toBe('NOT_FRIENDS');
  });

  it('to the members of a lecture ends with its term [CHAT-101]', () => {
    const one = { ...side, lectureId: 4, partnerId: null };
    const none = { ...room, partner: null };
    expect(refusalOf(() => authoriseSend(one, { ...none, isTermOver: false }, now))).toBeNull();
    expect(refusalOf(() => authoriseSend(one, { ...none, isTermOver: true }, now))).toBe(
      'LECTURE_CHAT_CLOSED',
    );
  });
});

describe('requireRoom', () => {
  it('refuses unknown rooms and those that were left', () => {
    expect(refusalOf(() => requireRoom(null))).toBe('ROOM_NOT_FOUND');
    expect(refusalOf(() => requireRoom({ side: { ...side, isOut: true } }))).toBe('ROOM_NOT_FOUND');
  });
});

const message = {
  id: 3,
  senderId: 7,
  content: '안녕',
  createdAt: ago(5 * 60 * 1000),
  clientId: null,
  recalledAt: null,
  pictureWidth: 4,
  pictureHeight: 3,
  reactions: [],
  replyToId: null,
  isRemoved: false,
} as unknown as Message;

describe('authoriseRecall', () => {
  it.each([
    ['after five minutes', message, null],
    ['later', { ...message, createdAt: ago(5 * 60 * 1000 + 1) }, 'RECALL_TOO_LATE'],
    ['again', { ...message, createdAt: ago(WEEK), recalledAt: ago(1) }, null],
    ["of the partner's", { ...message, senderId: 8 }, 'MESSAGE_NOT_FOUND'],
    ['of none', null, 'MESSAGE_NOT_FOUND'],
  ])('%s', (_name, one, code) => {
    expect(refusalOf(() => authoriseRecall(side, one as Message | null, now))).toBe(code);
  });
});

describe('presentMessage and presentRoom', () => {
  it('show a picture with both sides only, and what was taken back', () => {
    const url = { isOfMany: false, urlOf: (id: number) => `/p/${id}` };
    const { picture, isRecalled } = presentMessage(message, url);
    expect([picture, isRecalled]).toEqual([{ url: '/p/3', width: 4, height: 3 }, false]);
    for (const part of [{ pictureWidth: null }, { pictureHeight: null }]) {
      const one = { ...message, ...part, recalledAt: now } as Message;
      expect(presentMessage(one, url)).toMatchObject({ picture: null, isRecalled: true });
    }
  });

  it('name no partner who left', () => {
    const { withdrawnAt, ...rest } = partner;
    expect(presentRoom(room, reader).partner).toMatchObject({
      nickName: '등대',
      profileThumbnails: '/files/face.webp',
    });
    const left = presentRoom({ ...room, partner: { ...rest, withdrawnAt: now } } as Room, reader);
    expect(left.partner).toMatchObject({
      nickName: '탈퇴한 회원',
      profileThumbnails: null,
      isLeft: true,
    });
  });

  it.each([
    [null, false, null],
    ['  여러\n 줄의   글 ', false, '여러 줄의 글'],
    ['지운 글', true, TEXTS.recalledMessage],
    ['', false, TEXTS.pictureMessage],
    ['가'.repeat(51), false, `${'가'.repeat(50)}…`],
    ['가'.repeat(50), false, '가'.repeat(50)],
  ])('preview %j', (lastMessage, isLastRecalled, expected) => {
    expect(presentRoom({ ...room, lastMessage, isLastRecalled } as Room, reader).lastMessage).toBe(
      expected,
    );
  });

  it('date the newest message', () => {
    expect(presentRoom(room, reader).lastDate).toBe('2026-11-20T09:00:00+09:00');
    expect(presentRoom({ ...room, newestAt: null } as unknown as Room, reader).lastDate).toBeNull();
  });
});
