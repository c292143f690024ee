import { useCallback, useEffect, useRef, useState } from 'react';
import { type Draft, type DraftKey, loadDraft, removeDraft, saveDraft } from '../../lib/draft.ts';

export type DraftContent = {
  title: string;
  html: string;
  /** What was chosen beside the text, in words of the form that wrote it; empty when nothing is. */
  choices: string;
};

const REST_MS = 600;

function isDraftContent(value: unknown): value is Omit<DraftContent, 'choices'> {
  return (
    typeof value === 'object' &&
    value !== null &&
    'title' in value &&
    typeof value.title === 'string' &&
    'html' in value &&
    typeof value.html === 'string'
  );
}

function choicesOf(content: object): string {
  return 'choices' in content && typeof content.choices === 'string' ? content.choices : '';
}

/** The newest draft of the places. */
function findDraft(keys: readonly DraftKey[]): Draft<DraftContent> | null {
  const drafts = keys.flatMap((key) => {
    const draft = loadDraft(key, isDraftContent);
    if (draft === null) return [];
    const content = { ...draft.content, choices: choicesOf(draft.content) };
    return [{ savedAt: draft.savedAt, content }];
  });
  return drafts.sort((a, b) => b.savedAt - a.savedAt)[0] ?? null;
}

type Options = {
  /** Where the draft is kept now, then where else it may lie from an earlier visit. */
  keys: readonly [DraftKey, ...DraftKey[]];
  /** What the page started with: a draft equal to it is no draft. */
  initial: DraftContent;
  onFull: () => void;
};

/**
 * Keeps the writing in the browser, per member, place and post: after a short rest, and at once
 * when the page is hidden or left. It lies in one place only: what was kept under another key goes
 * with the next save. `found` is the draft of an earlier visit.
 */
export function useDraft({ keys, initial, onFull }: Options) {
  const [found, setFound] = useState<Draft<DraftContent> | null>(() => {
    const draft = findDraft(keys);
    const { title, html } = draft?.content ?? {};
    return title !== initial.title || html !== initial.html ? draft : null;
  });
  const [savedAt, setSavedAt] = useState<number | null>(null);
  const waiting = useRef<DraftContent | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef({ keys, onFull });
  latest.current = { keys, onFull };

  const flush = useCallback(() => {
    clearTimeout(timer.current);
    const content = waiting.current;
    waiting.current = null;
    if (content === null) return;
    const [key, ...others] = latest.current.keys;
    others.forEach(removeDraft);
    if (saveDraft(key, content)) setSavedAt(Date.now());
    else latest.current.onFull();
  }, []);

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
      latest.current.keys.forEach(removeDraft);
    }, []),
  };
}
