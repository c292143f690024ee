import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { isAttended, watchAttention } from './attention.ts';

let stop: () => void;
beforeEach(() => {
  vi.useFakeTimers();
  stop = watchAttention();
});
afterEach(() => {
  stop();
  vi.useRealTimers();
});

it.each(['pointermove', 'pointerdown', 'keydown', 'scroll'])(
  'a page has somebody in front of it from the first %s [MARKET-71]',
  (sign) => {
    expect(isAttended.get()).toBe(false);
    document.body.dispatchEvent(new Event(sign, { bubbles: true }));
    expect(isAttended.get()).toBe(true);
  },
);

it('or after 15 seconds, such as on the wall of an office [MARKET-71]', () => {
  vi.advanceTimersByTime(14_999);
  expect(isAttended.get()).toBe(false);
  vi.advanceTimersByTime(1);
  expect(isAttended.get()).toBe(true);
});
