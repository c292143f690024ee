import { useCallback, useEffect, useRef, useState } from 'react';
import {
  type Draft,
  type DraftKey,
  loadDraft,
  removeDraft,
  saveDraft,
} from '../../../lib/draft.ts';

export type DraftContent = { title: string; html: string };

const REST_MS = 600;

function isDraftContent(value: unknown): value is DraftContent {
  return (
    typeof value === 'object' &&
    value !== null &&
    'title' in value &&
    typeof value.title === 'string' &&
    'html' in value &&
    typeof value.html === 'string'
  );
}

type Options = {
  memberId: number;
  boardType: string;
  postId: number | null;
  /** What the page started with: a draft equal to it is no draft. */
  initial: DraftContent;
  onFull: () => void;
};

/**
 * Keeps the writing in the browser, per member, board and post (decisions 64): after a short rest,
 * and at once when the page is hidden or left. `found` is the draft of an earlier visit.
 */
export function usePostDraft({ memberId, boardType, postId, initial, onFull }: Options) {
  const [key] = useState<DraftKey>({ memberId, boardType, postId });
  const [found, setFound] = useState<Draft<DraftContent> | null>(() => {
    const draft = loadDraft(key, isDraftContent);
    const isNews = draft?.content.title !== initial.title || draft?.content.html !== initial.html;
    return draft !== null && isNews ? draft : null;
  });
  const [savedAt, setSavedAt] = useState<number | null>(null);
  const waiting = useRef<DraftContent | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const full = useRef(onFull);
  full.current = onFull;

  const flush = useCallback(() => {
    clearTimeout(timer.current);
    const content = waiting.current;
    waiting.current = null;
    if (content === null) return;
    if (saveDraft(key, content)) setSavedAt(Date.now());
    else full.current();
  }, [key]);

  useEffect(() => {
    const onHide = () => document.visibilityState === 'hidden' && flush();
    document.addEventListener('visibilitychange', onHide);
    window.addEventListener('pagehide', flush);
    return () => {
      document.removeEventListener('visibilitychange', onHide);
      window.removeEventListener('pagehide', flush);
      flush();
    };
  }, [flush]);

  return {
    found,
    savedAt,
    /** Saves soon. */
    keep: useCallback(
      (content: DraftContent) => {
        waiting.current = content;
        clearTimeout(timer.current);
        timer.current = setTimeout(flush, REST_MS);
      },
      [flush],
    ),
    /** The offer was answered; the stored draft stays until it is written over. */
    dismiss: useCallback(() => setFound(null), []),
    /** The writing is published or thrown away. */
    drop: useCallback(() => {
      waiting.current = null;
      clearTimeout(timer.current);
      setFound(null);
      removeDraft(key);
    }, [key]),
  };
}
