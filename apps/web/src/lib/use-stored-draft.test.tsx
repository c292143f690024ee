import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type DraftKey, loadDraft, removeDraft, saveDraft } from './draft.ts';
import { useStoredDraft } from './use-stored-draft.ts';

const KEY: DraftKey = { memberId: 1, boardType: 'inquiry', postId: null };
const isText = (value: unknown): value is string => typeof value === 'string';
const stored = () => loadDraft(KEY, isText)?.content;
const wait = () => act(() => vi.runAllTimers());
const hide = () => window.dispatchEvent(new Event('pagehide'));

function open(text: string | null) {
  return renderHook(({ text }) => useStoredDraft(KEY, text), { initialProps: { text } });
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('useStoredDraft', () => {
  it('keeps the last syllable of a form that is left at once [REL-18]', () => {
    const { rerender, unmount } = open(null);
    rerender({ text: '안녕하세요' });
    unmount();
    expect(stored()).toBe('안녕하세요');
  });

  it.each([
    ['at once', () => undefined],
    ['after a pause', wait],
  ])('brings nothing back that was ended, left %s [REL-18]', (_, pause) => {
    const { rerender, result, unmount } = open(null);
    rerender({ text: '질문' });
    wait();
    rerender({ text: '질문입니다' });
    act(() => result.current.end());
    pause();
    hide();
    unmount();
    expect(stored()).toBeUndefined();
  });

  it('goes on with what is typed after the end', () => {
    const { rerender, result } = open('질문');
    act(() => result.current.end());
    rerender({ text: '다른 질문' });
    wait();
    expect(stored()).toBe('다른 질문');
    rerender({ text: null });
    wait();
    expect(stored()).toBeUndefined();
  });

  it('brings nothing back that another tab has sent [REL-18]', () => {
    saveDraft(KEY, '질문');
    const { unmount } = open('질문');
    wait();
    removeDraft(KEY);
    hide();
    unmount();
    expect(stored()).toBeUndefined();
  });
});
