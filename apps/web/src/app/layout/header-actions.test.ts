import { describe, expect, it } from 'vitest';
import { bubbleText } from '../../ui/badge.tsx';
import { spokenCount } from './header-actions.tsx';

describe('header counts', () => {
  it.each([
    [-1, null],
    [0, null],
    [1, '1'],
    [9, '9'],
    [10, '9+'],
    [1200, '9+'],
  ])('bubble of %d is %j', (count, text) => {
    expect(bubbleText(count)).toBe(text);
  });

  it('are included in the accessible name', () => {
    expect(spokenCount('알림', '읽지 않은 알림', 0)).toBe('알림');
    expect(spokenCount('알림', '읽지 않은 알림', 3)).toBe('알림, 읽지 않은 알림 3개');
    expect(spokenCount('채팅', '읽지 않은 채팅방', 1200)).toBe('채팅, 읽지 않은 채팅방 1,200개');
  });
});
