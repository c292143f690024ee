import { useEffect, useState } from 'react';
import { type DraftKey, loadDraft, removeDraft, saveDraft } from '../../lib/draft.ts';
import { useDebouncedText } from '../../lib/hangul/use-debounced-text.ts';

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

type Place = { memberId: number | undefined; postId: number; replyTo: number | null };

function keyOf({ memberId, postId, replyTo }: Place): DraftKey | null {
  if (memberId === undefined) return null;
  return { memberId, boardType: replyTo === null ? 'comment' : `reply-${replyTo}`, postId };
}

/**
 * The text of a comment form, kept in the browser while it is not sent: a reload, a closed reply
 * box or a failed call loses nothing.
 */
export function useCommentDraft({ memberId, postId, replyTo }: Place) {
  const [text, setText] = useState(() => {
    const key = keyOf({ memberId, postId, replyTo });
    return key ? (loadDraft(key, isText)?.content ?? '') : '';
  });
  const settled = useDebouncedText(text);
  useEffect(() => {
    const key = keyOf({ memberId, postId, replyTo });
    if (!key) return;
    if (settled.trim()) saveDraft(key, settled);
    else removeDraft(key);
  }, [settled, memberId, postId, replyTo]);
  /** Gives a refused text back, also when the form is gone by then: the draft keeps it. */
  const restore = (content: string) => {
    const key = keyOf({ memberId, postId, replyTo });
    if (key) saveDraft(key, content);
    setText((typed) => (typed ? `${content}\n${typed}` : content));
  };
  return { text, setText, restore };
}
