import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { closeToast, pauseToasts, resumeToasts, TOAST_MS, toast, toasts } from './toast.ts';

const texts = () => toasts.get().map((shown) => shown.text);

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  for (const { id } of toasts.get()) closeToast(id);
  vi.useRealTimers();
});

describe('toasts', () => {
  it('spec 9: stay 4 seconds', () => {
    toast.success('저장했습니다.');
    vi.advanceTimersByTime(TOAST_MS - 1);
    expect(texts()).toEqual(['저장했습니다.']);
    vi.advanceTimersByTime(1);
    expect(texts()).toEqual([]);
  });

  it('spec 9: at most 3 are visible, the oldest goes', () => {
    for (const text of ['1', '2', '3', '4', '5']) toast.info(text);
    expect(texts()).toEqual(['3', '4', '5']);
  });

  it('decisions 182: wait while the pointer or the focus is on them', () => {
    toast.error('실패했습니다.');
    vi.advanceTimersByTime(TOAST_MS - 100);
    pauseToasts();
    vi.advanceTimersByTime(TOAST_MS * 10);
    expect(texts()).toHaveLength(1);
    resumeToasts();
    vi.advanceTimersByTime(99);
    expect(texts()).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(texts()).toHaveLength(0);
  });

  it('can be closed by hand', () => {
    const id = toast.info('닫기');
    closeToast(id);
    expect(texts()).toEqual([]);
  });
});
