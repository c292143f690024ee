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

const shown = () => document.querySelector('p:not([aria-hidden])')?.textContent ?? '';
const wait = (ms: number) => act(() => vi.advanceTimersByTime(ms));

describe('DailyQuote', () => {
  it('advances every six seconds until it is paused', () => {
    render(<DailyQuote quotes={QUOTES} />);
    const first = shown();
    wait(6100);
    const second = shown();
    expect(second).not.toBe(first);
    fireEvent.click(screen.getByRole('button', { name: '한마디 자동 넘김 멈춤' }));
    wait(20_000);
    expect(shown()).toBe(second);
  });

  it('starts with another quote on the next day', () => {
    const { unmount } = render(<DailyQuote quotes={QUOTES} />);
    const today = shown();
    unmount();
    vi.setSystemTime(Date.parse('2026-11-21T12:00:00+09:00'));
    render(<DailyQuote quotes={QUOTES} />);
    expect(shown()).not.toBe(today);
  });

  it('advances only by its button under reduced motion', () => {
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
