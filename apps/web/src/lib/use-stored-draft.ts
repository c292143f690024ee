import { useCallback, useEffect } from 'react';
import { type DraftKey, removeDraft, saveDraft } from './draft.ts';
import { useDebouncedText } from './hangul/use-debounced-text.ts';
import { useOnHide } from './use-on-hide.ts';

/**
 * Saves `content` (JSON) as a draft, debounced, and at once when the page is hidden or left; null removes the
 * stored one. Does nothing without a key.
 */
export function useStoredDraft(key: DraftKey | null, content: unknown): void {
  const { memberId = null, boardType = '', postId = null } = key ?? {};
  const text = JSON.stringify(content);
  const settled = useDebouncedText(text);
  const store = useCallback(
    (stored: string) => {
      if (memberId === null) return;
      const own = { memberId, boardType, postId };
      const value: unknown = JSON.parse(stored);
      if (value === null) removeDraft(own);
      else saveDraft(own, value);
    },
    [memberId, boardType, postId],
  );
  useEffect(() => store(settled), [store, settled]);
  useOnHide(() => store(text));
}
