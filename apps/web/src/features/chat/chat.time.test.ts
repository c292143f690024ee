import { describe, expect, it } from 'vitest';
import { formatChatDay, formatChatTime } from './chat.rows.ts';

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
