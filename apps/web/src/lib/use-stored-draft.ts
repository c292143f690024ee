import { useCallback, useEffect, useLayoutEffect, useRef } from 'react';
import { type DraftKey, removeDraft, saveDraft } from './draft.ts';
import { useDebouncedText } from './hangul/use-debounced-text.ts';
import { useOnHide } from './use-on-hide.ts';

/**
 * Saves `content` (JSON) as a draft when it changes: debounced, and at once when the page is hidden or the form
 * is left; null removes the stored one. Does nothing without a key.
 */
export function useStoredDraft(key: DraftKey | null, content: unknown) {
  const { memberId = null, boardType = '', postId = null } = key ?? {};
  const text = JSON.stringify(content);
  const latest = useRef(text);
  /** What was found, stored or ended, and is not stored again: another tab may have sent it since. */
  const done = useRef(text);
  const store = useCallback(
    (next: string) => {
      if (memberId === null || next === done.current) return;
      done.current = next;
      const own = { memberId, boardType, postId };
      const value: unknown = JSON.parse(next);
      if (value === null) removeDraft(own);
      else saveDraft(own, value);
    },
    [memberId, boardType, postId],
  );
  const settled = useDebouncedText(text);
  useLayoutEffect(() => {
    latest.current = text;
  }, [text]);
  useEffect(() => store(settled), [store, settled]);
  useOnHide(() => store(text));
  useEffect(() => () => store(latest.current), [store]);
  return {
    /** It was sent or given up: removes the draft, until something else is typed. */
    end(): void {
      done.current = latest.current;
      if (memberId !== null) removeDraft({ memberId, boardType, postId });
    },
  };
}
