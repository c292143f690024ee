import { useCallback, useEffect, useRef, useState } from 'react';
import {
  ANONYMOUS_DRAFTS,
  type DraftKey,
  loadDraft,
  removeDraft,
  saveDraft,
} from '../../lib/draft.ts';
import { useDebouncedText } from '../../lib/hangul/use-debounced-text.ts';

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

type DraftTarget = {
  memberId: number | undefined;
  postId: number;
  replyTo: number | null;
  isAnonymous: boolean;
};

function keyOf({ memberId, postId, replyTo, isAnonymous }: DraftTarget): DraftKey | null {
  if (memberId === undefined) return null;
  const kind = replyTo === null ? 'comment' : `reply-${replyTo}`;
  return { memberId, boardType: isAnonymous ? `${ANONYMOUS_DRAFTS}-${kind}` : kind, postId };
}

/**
 * The text of a comment form, saved as a draft: debounced, and at once when the form unmounts or
 * the page is hidden.
 */
export function useCommentDraft({ memberId, postId, replyTo, isAnonymous }: DraftTarget) {
  const [text, showText] = useState(() => {
    const key = keyOf({ memberId, postId, replyTo, isAnonymous });
    return key ? (loadDraft(key, isText)?.content ?? '') : '';
  });
  // Ahead of the state, so that sending and closing in one step keeps no draft.
  const newest = useRef(text);
  const keep = useCallback(() => {
    const key = keyOf({ memberId, postId, replyTo, isAnonymous });
    if (!key) return;
    if (newest.current.trim()) saveDraft(key, newest.current);
    else removeDraft(key);
  }, [memberId, postId, replyTo, isAnonymous]);

  const settled = useDebouncedText(text);
  useEffect(() => {
    if (settled === newest.current) keep();
  }, [settled, keep]);
  useEffect(() => {
    window.addEventListener('pagehide', keep);
    return () => {
      window.removeEventListener('pagehide', keep);
      keep();
    };
  }, [keep]);

  const setText = useCallback((next: string) => {
    newest.current = next;
    showText(next);
  }, []);
  /** Returns a rejected text to the form, or to the draft if the form is gone. */
  const restore = (content: string) => {
    const typed = newest.current;
    setText(typed ? `${content}\n${typed}` : content);
    keep();
  };
  return { text, setText, restore };
}
