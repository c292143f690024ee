import type { ChatMessage, ChatRoom } from '@naru/contract/chat';
import { describe, expect, it } from 'vitest';
import {
  advanceRead,
  appendMessage,
  hasGap,
  joinPages,
  type LogPage,
  mergeMessages,
  prependPage,
  type RoomLog,
  reactIn,
  recallIn,
  refreshLog,
} from './chat.log.ts';
import { withoutRoom, withRead, withSent } from './chat.rooms.ts';
import { withOwn } from './reactions.ts';
import { createOlderGate, OLDER_THROTTLE_MS } from './use-older.ts';

const QUOTE = {
  ...{ senderId: 1, nickName: '해솔' },
  ...{ isPicture: false, isRecalled: false, isRemoved: false },
};
const AT = '2026-11-20T10:00:00+09:00';

function message(id: number, clientId: string | null = null): ChatMessage {
  return {
    id,
    senderId: 1,
    content: `글 ${id}`,
    date: AT,
    clientId,
    picture: null,
    isRecalled: false,
    isRemoved: false,
    sender: null,
    replyTo: null,
    reactions: [],
  };
}

function run(from: number, to: number): ChatMessage[] {
  return Array.from({ length: to - from + 1 }, (_, at) => message(from + at));
}

function page(from: number, to: number, more: Partial<LogPage> = {}): LogPage {
  return { messages: run(from, to), last: false, partnerReadId: 0, ...more };
}

function idsOf(log: { messages: readonly ChatMessage[] }): number[] {
  return log.messages.map(({ id }) => id);
}

const LOG: RoomLog = { ...page(11, 30), checkedId: 30 };

describe('mergeMessages', () => {
  it('keeps each message once, oldest first [CHAT-10]', () => {
    const merged = mergeMessages([message(3), message(1)], [message(2), message(3)]);
    expect(merged.map(({ id }) => id)).toEqual([1, 2, 3]);
  });
});

describe('prependPage', () => {
  it('prepends older messages and takes over the `last` flag', () => {
    const log = prependPage(LOG, page(1, 10, { last: true, partnerReadId: 5 }));
    expect(idsOf(log)).toEqual(run(1, 30).map(({ id }) => id));
    expect(log.last).toBe(true);
    expect(log.partnerReadId).toBe(5);
    expect(log.checkedId).toBe(30);
  });

  it('does not duplicate messages of an overlapping page', () => {
    expect(idsOf(prependPage(LOG, page(5, 15)))).toEqual(run(5, 30).map(({ id }) => id));
  });
});

describe('appendMessage', () => {
  it('adds a message once, whether the response or the event comes first', () => {
    const once = appendMessage(LOG, message(31, 'client-1'));
    expect(idsOf(once).at(-1)).toBe(31);
    expect(appendMessage(once, message(31, 'client-1'))).toBe(once);
  });

  it('keeps the order when events arrive out of order', () => {
    const log = appendMessage(appendMessage(LOG, message(32)), message(31));
    expect(idsOf(log).slice(-2)).toEqual([31, 32]);
  });
});

describe('refreshLog', () => {
  it('starts with the newest page', () => {
    expect(refreshLog(undefined, page(11, 30))).toEqual(LOG);
  });

  it('adds missed messages and keeps older pages [LIVE-10]', () => {
    const log = refreshLog({ ...LOG, last: true }, page(16, 35, { partnerReadId: 33 }));
    expect(idsOf(log)).toEqual(run(11, 35).map(({ id }) => id));
    expect(log).toMatchObject({ last: true, partnerReadId: 33, checkedId: 35 });
  });

  it('keeps live messages that arrived during the request', () => {
    const log = refreshLog(appendMessage(LOG, message(31)), page(11, 30));
    expect(idsOf(log).at(-1)).toBe(31);
    expect(log.checkedId).toBe(30);
  });

  it('drops the messages before a gap', () => {
    const log = refreshLog(appendMessage(LOG, message(99)), page(80, 99));
    expect(idsOf(log)).toEqual(run(80, 99).map(({ id }) => id));
    expect(log.last).toBe(false);
  });

  it('returns an empty log for an empty room', () => {
    const empty = { messages: [], last: true, partnerReadId: 0 };
    expect(refreshLog(undefined, empty)).toEqual({ ...empty, checkedId: 0 });
  });
});

describe('hasGap', () => {
  it('reports a gap until the page reaches the checked message', () => {
    expect(hasGap(30, page(40, 59))).toBe(true);
    expect(hasGap(30, page(30, 49))).toBe(false);
    expect(hasGap(30, page(40, 59, { last: true }))).toBe(false);
    expect(hasGap(undefined, page(40, 59))).toBe(false);
  });

  it('reports no gap after older pages were joined', () => {
    expect(hasGap(30, joinPages(page(25, 39), page(40, 59)))).toBe(false);
  });
});

describe('advanceRead', () => {
  it('never moves backwards', () => {
    const log = advanceRead(LOG, 20);
    expect(log.partnerReadId).toBe(20);
    expect(advanceRead(log, 12)).toBe(log);
  });
});

describe('a recalled message', () => {
  const recalled = { ...message(2), content: '', isRecalled: true };
  const log = { messages: [message(1), message(2)], last: true, partnerReadId: 0, checkedId: 2 };

  it('replaces the loaded one, and nothing older brings its text back [CHAT-92]', () => {
    const after = recallIn(log, recalled);
    expect(after.messages).toEqual([message(1), recalled]);
    const stale = { messages: [message(1), message(2)], last: true, partnerReadId: 0 };
    expect(refreshLog(after, stale).messages).toEqual([message(1), recalled]);
    expect(appendMessage(after, message(2)).messages).toEqual([message(1), recalled]);
  });

  it('is gone where it is quoted too [CHAT-98]', () => {
    const quote = { ...QUOTE, id: 2, content: '글 2' };
    const reply = { ...message(3), replyTo: quote };
    const after = recallIn({ ...log, messages: [...log.messages, reply] }, recalled);
    expect(after.messages[2]?.replyTo).toEqual({ ...quote, content: '', isRecalled: true });
  });

  it('is not added to a log that does not reach it', () => {
    expect(recallIn(log, { ...recalled, id: 9 })).toBe(log);
  });
});

describe('reactions', () => {
  const like = { reaction: 'LIKE', count: 2, isMine: false } as const;

  it('are set at the loaded message, never at one that is gone [CHAT-99]', () => {
    const gone = { ...message(1), isRecalled: true };
    const log = { messages: [gone, message(2)], last: true, partnerReadId: 0, checkedId: 2 };
    for (const id of [1, 2, 9]) {
      const { messages } = reactIn(log, id, [like]);
      expect(messages.map(({ reactions }) => reactions.length)).toEqual([0, id === 2 ? 1 : 0]);
    }
  });

  it.each([
    ['a first one', [], 'LOVE', [{ reaction: 'LOVE', count: 1, isMine: true }]],
    ['one of others', [like], 'LIKE', [{ reaction: 'LIKE', count: 3, isMine: true }]],
    [
      'another one',
      [{ ...like, isMine: true }],
      'SAD',
      [
        { reaction: 'LIKE', count: 1, isMine: false },
        { reaction: 'SAD', count: 1, isMine: true },
      ],
    ],
    ['none', [{ reaction: 'WOW', count: 1, isMine: true }], null, []],
  ] as const)('show %s at once [CHAT-99]', (_name, before, own, after) => {
    expect(withOwn([...before], own)).toEqual(after);
  });
});

function room(roomId: number): ChatRoom {
  return {
    roomId,
    item: null,
    lecture: null,
    isMuted: false,
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
    const sent = {
      ...message(9),
      ...{ senderId: 7, content: ' 첫 줄\n\n둘째 줄 ' },
    };
    const rooms = withSent(ROOMS, 2, sent);
    expect(rooms.map(({ roomId }) => roomId)).toEqual([2, 1, 3]);
    expect(rooms[0]).toMatchObject({ lastMessage: '첫 줄 둘째 줄', lastDate: sent.date });
    expect(withSent(ROOMS, 8, sent)).toEqual(ROOMS);
  });

  it('changes only the room that is read or left', () => {
    expect(withRead(ROOMS, 1).map(({ newMailCount }) => newMailCount)).toEqual([0, 2, 2]);
    expect(withoutRoom(ROOMS, 3).map(({ roomId }) => roomId)).toEqual([1, 2]);
  });
});

describe('createOlderGate', () => {
  it('allows one load per second [CHAT-15]', () => {
    let now = 5000;
    const gate = createOlderGate(() => now);
    expect(gate.enter()).toBe(0);
    gate.done();
    now += 400;
    expect(gate.enter()).toBe(OLDER_THROTTLE_MS - 400);
    now += 600;
    expect(gate.enter()).toBe(0);
  });

  it('refuses a load while another is running', () => {
    let now = 0;
    const gate = createOlderGate(() => now);
    gate.enter();
    now += 10_000;
    expect(gate.enter()).toBe(Number.POSITIVE_INFINITY);
    gate.done();
    expect(gate.enter()).toBe(0);
  });
});
