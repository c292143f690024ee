import { act, fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { DailyQuote } from './daily-quote.tsx';

const QUOTES = ['하나', '둘', '셋'];
let reducesMotion: boolean;

beforeEach(() => {
  reducesMotion = false;
  vi.useFakeTimers({ now: Date.parse('2026-11-20T12:00:00+09:00') });
  vi.stubGlobal('matchMedia', () => ({
    matches: reducesMotion,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  return () => {
    vi.useRealTimers();
  };
});

/** The quote that is neither hidden from the eye nor from screen readers. */
const shown = () => document.querySelector('p:not([aria-hidden])')?.textContent ?? '';
const wait = (ms: number) => act(() => vi.advanceTimersByTime(ms));

describe('the quote of the day', () => {
  it('turns every six seconds, and stops when told', () => {
    render(<DailyQuote quotes={QUOTES} />);
    const first = shown();
    wait(6100);
    const second = shown();
    expect(second).not.toBe(first);
    fireEvent.click(screen.getByRole('button', { name: '한마디 자동 넘김 멈춤' }));
    wait(20_000);
    expect(shown()).toBe(second);
  });

  it('begins with another one on the next day', () => {
    const { unmount } = render(<DailyQuote quotes={QUOTES} />);
    const today = shown();
    unmount();
    vi.setSystemTime(Date.parse('2026-11-21T12:00:00+09:00'));
    render(<DailyQuote quotes={QUOTES} />);
    expect(shown()).not.toBe(today);
  });

  it('stands still where less motion is wished, and turns by its button', () => {
    reducesMotion = true;
    render(<DailyQuote quotes={QUOTES} />);
    const first = shown();
    wait(30_000);
    expect(shown()).toBe(first);
    expect(screen.queryByRole('button', { name: /자동 넘김/ })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: '다음 한마디' }));
    expect(shown()).not.toBe(first);
  });
});
