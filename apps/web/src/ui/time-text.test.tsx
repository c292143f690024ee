import { act, cleanup, render } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CLOCK_TICK_MS } from '../lib/clock.ts';
import { TimeText } from './time-text.tsx';

const NOW = new Date('2026-11-20T05:00:00Z');
const AGO_30_S = '2026-11-20T13:59:30+09:00';
const AGO_3_H = '2026-11-20T11:00:00+09:00';

beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const shown = () => [...document.querySelectorAll('time')].map((time) => time.textContent);
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));

describe('TimeText', () => {
  it('updates on an open page, all instances by one clock [UI-14]', () => {
    render(
      <>
        <TimeText date={AGO_30_S} kind="community" />
        <TimeText date={AGO_30_S} kind="notification" />
        <TimeText date={AGO_3_H} kind="notification" />
        <TimeText date={AGO_3_H} kind="list" />
      </>,
    );
    expect(shown()).toEqual(['30초 전', '방금 전', '3시간 전', '2026-11-20 11:00']);
    expect(vi.getTimerCount()).toBe(1);
    pass(CLOCK_TICK_MS);
    expect(shown()).toEqual(['40초 전', '방금 전', '3시간 전', '2026-11-20 11:00']);
    pass(20_000);
    expect(shown()).toEqual(['1분 전', '1분 전', '3시간 전', '2026-11-20 11:00']);
    pass(60 * 60_000);
    expect(shown()).toEqual(['1시간 전', '1시간 전', '4시간 전', '2026-11-20 11:00']);
  });

  it('is correct at once when the tab becomes visible and when mounted later', () => {
    const { rerender } = render(<TimeText date={AGO_30_S} kind="notification" />);
    // Timers of a hidden tab may not run.
    vi.setSystemTime(NOW.getTime() + 5 * 60_000);
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    expect(shown()).toEqual(['5분 전']);
    rerender(<p />);
    expect(vi.getTimerCount()).toBe(0);
    vi.setSystemTime(NOW.getTime() + 10 * 60_000);
    rerender(<TimeText date={AGO_30_S} kind="notification" />);
    expect(shown()).toEqual(['10분 전']);
  });
});
