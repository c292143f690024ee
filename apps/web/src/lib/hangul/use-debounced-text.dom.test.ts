import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useDebouncedText } from './use-debounced-text.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

describe('useDebouncedText', () => {
  it('emits only the last text after the delay', () => {
    const { result, rerender } = renderHook(({ text }) => useDebouncedText(text, 300), {
      initialProps: { text: '' },
    });
    rerender({ text: '학' });
    act(() => vi.advanceTimersByTime(200));
    rerender({ text: '학교' });
    act(() => vi.advanceTimersByTime(299));
    expect(result.current).toBe('');
    act(() => vi.advanceTimersByTime(1));
    expect(result.current).toBe('학교');
  });
});
