import { useState } from 'react';
import { type DraftKey, loadDraft, removeDraft, saveDraft } from '../../lib/draft.ts';

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

export function chatDraftKey(memberId: number, roomId: number): DraftKey {
  return { memberId, boardType: 'mail', postId: roomId };
}

/** What is being written in a room; kept in the browser until it is sent. */
export function useChatDraft(memberId: number, roomId: number) {
  const [text, setText] = useState(
    () => loadDraft(chatDraftKey(memberId, roomId), isText)?.content ?? '',
  );
  return {
    text,
    setText: (next: string) => {
      setText(next);
      const key = chatDraftKey(memberId, roomId);
      if (next.trim() === '') removeDraft(key);
      else saveDraft(key, next);
    },
  };
}
