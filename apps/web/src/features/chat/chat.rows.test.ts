import type { ChatMessage } from '@naru/contract/chat';
import { describe, expect, it } from 'vitest';
import {
  buildRows,
  firstDay,
  formatChatDay,
  formatChatTime,
  type LogRow,
  type MessageRow,
  shownMessages,
} from './chat.rows.ts';
import type { PendingMessage } from './outbox.ts';

const ME = 1;
const PLAIN = {
  ...{ picture: null, isRecalled: false, isRemoved: false },
  ...{ sender: null, replyTo: null, reactions: [] },
};
const PARTNER = 2;

function message(id: number, senderId: number, date: string, clientId?: string): ChatMessage {
  return { id, senderId, content: `글 ${id}`, date, clientId: clientId ?? null, ...PLAIN };
}

function pending(clientId: string, more: Partial<PendingMessage> = {}): PendingMessage {
  return {
    clientId,
    memberId: ME,
    roomId: 5,
    content: '보내는 글',
    picture: null,
    date: '2026-11-20T10:01:00+09:00',
    state: 'sending',
    reason: null,
    isOffline: false,
    ...more,
  };
}

function rowsOf(messages: ChatMessage[], out: PendingMessage[] = [], partnerReadId = 0): LogRow[] {
  return buildRows({ messages, partnerReadId }, out, ME);
}

function bubbles(rows: readonly LogRow[]): MessageRow[] {
  return rows.filter((row) => row.kind === 'message');
}

const AT = '2026-11-20T10:01:05+09:00';

describe('shownMessages', () => {
  it('shows an own message once and keeps its key [CHAT-10]', () => {
    const before = shownMessages([], [pending('client-01')]);
    const after = shownMessages([message(9, ME, AT, 'client-01')], [pending('client-01')]);
    expect(before).toHaveLength(1);
    expect(after).toHaveLength(1);
    expect(after[0]?.key).toBe(before[0]?.key);
    expect(after[0]?.id).toBe(9);
  });

  it('ignores an equal client id of the partner', () => {
    const shown = shownMessages([message(9, PARTNER, AT, 'client-01')], [pending('client-01')]);
    expect(shown).toHaveLength(2);
  });

  it('puts pending messages last', () => {
    const shown = shownMessages([message(9, PARTNER, AT)], [pending('a'), pending('b')]);
    expect(shown.map(({ id }) => id)).toEqual([9, null, null]);
  });
});

describe('buildRows: grouping', () => {
  it('groups messages of one member within one minute', () => {
    const rows = bubbles(
      rowsOf([
        message(1, PARTNER, '2026-11-20T10:01:01+09:00'),
        message(2, PARTNER, '2026-11-20T10:01:59+09:00'),
        message(3, PARTNER, '2026-11-20T10:02:00+09:00'),
        message(4, ME, '2026-11-20T10:02:10+09:00'),
      ]),
    );
    expect(rows.map(({ isStart, isEnd }) => [isStart, isEnd])).toEqual([
      [true, false],
      [false, true],
      [true, true],
      [true, true],
    ]);
    expect(rows.map(({ isMine }) => isMine)).toEqual([false, false, false, true]);
  });

  it('does not group a failed message', () => {
    const failed = pending('b', { state: 'failed' });
    const rows = bubbles(rowsOf([message(1, ME, AT)], [failed]));
    expect(rows.map(({ isEnd }) => isEnd)).toEqual([true, true]);
  });
});

describe('buildRows: days', () => {
  const late = message(1, PARTNER, '2026-11-19T23:59:00+09:00');
  const early = message(2, PARTNER, '2026-11-20T00:01:00+09:00');
  const next = message(3, PARTNER, '2026-11-20T09:00:00+09:00');

  it('separates days by Korean time, also for times in UTC', () => {
    const utc = message(2, PARTNER, '2026-11-19T15:01:00Z');
    expect(rowsOf([late, utc]).map(({ kind }) => kind)).toEqual(['message', 'day', 'message']);
    expect(rowsOf([late, early, next]).filter(({ kind }) => kind === 'day')).toHaveLength(1);
  });

  it('has no day row before the first message, so older messages only prepend rows', () => {
    const short = rowsOf([early, next]);
    const long = rowsOf([late, early, next]);
    expect(long.slice(-short.length).map(({ key }) => key)).toEqual(short.map(({ key }) => key));
    expect(firstDay(short)).toBe(early.date);
    expect(firstDay(long)).toBe(late.date);
    expect(firstDay([])).toBeNull();
  });
});

describe('buildRows: read marks', () => {
  const own = [1, 2, 3].map((id) => message(id, ME, AT));

  it('marks the newest own message that the partner has read, and no other [CHAT-104]', () => {
    const marks = (readId: number) => bubbles(rowsOf(own, [], readId)).map((row) => row.showRead);
    expect(marks(0)).toEqual([false, false, false]);
    expect(marks(2)).toEqual([false, true, false]);
    expect(marks(3)).toEqual([false, false, true]);
    const later = message(4, ME, '2026-11-20T11:00:00+09:00');
    const all = bubbles(rowsOf([...own, later], [], 4));
    expect(all.map((row) => row.showRead)).toEqual([false, false, false, true]);
  });

  it('marks neither messages of the partner nor pending ones', () => {
    const rows = bubbles(rowsOf([message(1, PARTNER, AT)], [pending('a')], 99));
    expect(rows.some(({ showRead }) => showRead)).toBe(false);
  });
});

describe('chat.time', () => {
  it('formats in Korean and Korean time', () => {
    expect(formatChatDay('2026-11-19T15:00:00Z')).toBe('2026년 11월 20일 금요일');
    expect(formatChatTime('2026-11-20T14:02:00+09:00')).toBe('오후 2:02');
    expect(formatChatTime('2026-11-20T00:05:00+09:00')).toBe('오전 12:05');
  });

  it('returns an empty string for an invalid date', () => {
    expect(formatChatDay('x')).toBe('');
    expect(formatChatTime('x')).toBe('');
  });
});
