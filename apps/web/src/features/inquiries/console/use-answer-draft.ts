import { useCallback, useEffect, useState } from 'react';
import { type DraftKey, loadDraft, removeDraft, saveDraft } from '../../../lib/draft.ts';
import { useDebouncedText } from '../../../lib/hangul/use-debounced-text.ts';

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function keyOf(memberId: number, inquiryId: number): DraftKey {
  return { memberId, boardType: 'inquiry-answer', postId: inquiryId };
}

/** An answer in the making, kept in the browser: neither a reload nor a failed call loses it. */
export function useAnswerDraft(memberId: number, inquiryId: number) {
  const [text, setText] = useState(
    () => loadDraft(keyOf(memberId, inquiryId), isText)?.content ?? '',
  );
  const settled = useDebouncedText(text);
  useEffect(() => {
    const key = keyOf(memberId, inquiryId);
    if (settled.trim() === '') removeDraft(key);
    else saveDraft(key, settled);
  }, [settled, memberId, inquiryId]);
  const clear = useCallback(() => {
    setText('');
    removeDraft(keyOf(memberId, inquiryId));
  }, [memberId, inquiryId]);
  return { text, setText, clear };
}
