import { useEffect } from 'react';
import { type DraftKey, removeDraft, saveDraft } from './draft.ts';
import { useDebouncedText } from './hangul/use-debounced-text.ts';

/** Saves `content` (JSON) as a draft, debounced; null removes the stored one. */
export function useStoredDraft(key: DraftKey, content: unknown): void {
  const { memberId, boardType, postId } = key;
  const settled = useDebouncedText(JSON.stringify(content));
  useEffect(() => {
    const own = { memberId, boardType, postId };
    const value: unknown = JSON.parse(settled);
    if (value === null) removeDraft(own);
    else saveDraft(own, value);
  }, [settled, memberId, boardType, postId]);
}
