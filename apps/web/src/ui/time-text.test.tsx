import { act, cleanup, render } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CLOCK_TICK_MS, serverNow, updateClockSkew } from '../lib/clock.ts';
import { koreanDayAfter } from '../lib/format/dates.ts';
import { TimeText } from './time-text.tsx';

const NOW = new Date('2026-11-20T05:00:00Z');
const AGO_30_S = '2026-11-20T13:59:30+09:00';
const AGO_3_H = '2026-11-20T11:00:00+09:00';

beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
});
afterEach(() => {
  cleanup();
  updateClockSkew(new Date().toUTCString());
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

  it.each([-40 * 24 * 60, -10, 10, 600])(
    'counts by the clock of the server on a device %d minutes ahead [UI-340]',
    (minutes) => {
      vi.setSystemTime(NOW.getTime() + minutes * 60_000);
      updateClockSkew(NOW.toUTCString());
      render(<TimeText date={AGO_30_S} kind="community" />);
      expect(shown()).toEqual(['30초 전']);
      pass(CLOCK_TICK_MS);
      expect(shown()).toEqual(['40초 전']);
      expect(koreanDayAfter(0)).toBe('2026-11-20');
    },
  );

  it('takes no difference from the whole seconds of a header [UI-340]', () => {
    vi.setSystemTime(NOW.getTime() + 999);
    updateClockSkew(NOW.toUTCString());
    expect(serverNow()).toBe(Date.now());
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
