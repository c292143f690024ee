import { act, renderHook } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { useCommentDraft } from './use-comment-draft.ts';

const NAME = 'naru.draft.1.comment.3';
const TARGET = { memberId: 1, postId: 3, replyTo: null, isAnonymous: false };
const open = () => renderHook(() => useCommentDraft(TARGET));
const hide = () => document.dispatchEvent(new Event('visibilitychange'));

describe('useCommentDraft', () => {
  it('keeps the last words when a phone hides the page [REL-18]', () => {
    const { result } = open();
    act(() => result.current.setText('반갑습니다'));
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    hide();
    expect(localStorage.getItem(NAME)).toContain('반갑습니다');
  });

  it('brings nothing back that another tab has sent, with the same id or without [REL-18]', () => {
    const first = open();
    act(() => first.result.current.setText('반갑습니다'));
    first.unmount();
    for (const isStored of [false, true]) {
      const other = open();
      const sender = open();
      expect(other.result.current.text).toBe('반갑습니다');
      act(() => void sender.result.current.take('반갑습니다'));
      act(() => sender.result.current.settle(isStored));
      const left = localStorage.getItem(NAME);
      expect(left === null).toBe(isStored);
      other.unmount();
      expect(localStorage.getItem(NAME)).toBe(left);
      sender.unmount();
    }
  });

  it('leaves what another tab has begun since', () => {
    const empty = open();
    const { result, unmount } = open();
    act(() => result.current.setText('반갑습니다'));
    unmount();
    empty.unmount();
    expect(localStorage.getItem(NAME)).toContain('반갑습니다');
  });
});
