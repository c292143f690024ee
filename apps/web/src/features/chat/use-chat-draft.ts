import { useState } from 'react';
import { type DraftKey, loadDraft, removeDraft, saveDraft } from '../../lib/draft.ts';

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

export function mailDraftKey(memberId: number, roomId: number): DraftKey {
  return { memberId, boardType: 'mail', postId: roomId };
}

/** What is being written in a room; kept in the browser until it is sent. */
export function useMailDraft(memberId: number, roomId: number) {
  const [text, setText] = useState(
    () => loadDraft(mailDraftKey(memberId, roomId), isText)?.content ?? '',
  );
  return {
    text,
    setText: (next: string) => {
      setText(next);
      const key = mailDraftKey(memberId, roomId);
      if (next.trim() === '') removeDraft(key);
      else saveDraft(key, next);
    },
  };
}
