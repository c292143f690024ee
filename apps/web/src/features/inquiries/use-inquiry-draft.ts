import { useCallback, useEffect, useState } from 'react';
import { type DraftKey, loadDraft, removeDraft, saveDraft } from '../../lib/draft.ts';
import { useDebouncedText } from '../../lib/hangul/use-debounced-text.ts';

export type InquiryText = { title: string; content: string };

const EMPTY: InquiryText = { title: '', content: '' };

function isText(value: unknown): value is InquiryText {
  return (
    typeof value === 'object' &&
    value !== null &&
    'title' in value &&
    typeof value.title === 'string' &&
    'content' in value &&
    typeof value.content === 'string'
  );
}

function isBlank({ title, content }: InquiryText): boolean {
  return title.trim() === '' && content.trim() === '';
}

/**
 * Title and text of an unsent inquiry, kept in the browser a moment after each change: neither a
 * reload nor a failed call loses them. `place` keeps the drafts of different reports apart.
 */
export function useInquiryDraft(memberId: number, place: string) {
  const [text, setText] = useState<InquiryText>(
    () => loadDraft(keyOf(memberId, place), isText)?.content ?? EMPTY,
  );
  const settled = useDebouncedText(JSON.stringify(text));
  useEffect(() => {
    const value: unknown = JSON.parse(settled);
    if (!isText(value)) return;
    if (isBlank(value)) removeDraft(keyOf(memberId, place));
    else saveDraft(keyOf(memberId, place), value);
  }, [settled, memberId, place]);
  const clear = useCallback(() => {
    setText(EMPTY);
    removeDraft(keyOf(memberId, place));
  }, [memberId, place]);
  return { text, setText, clear };
}

function keyOf(memberId: number, place: string): DraftKey {
  return { memberId, boardType: place === '' ? 'inquiry' : `inquiry-${place}`, postId: null };
}
