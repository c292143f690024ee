import { useState } from 'react';
import { type DraftKey, loadDraft, removeDraft, saveDraft } from '../../lib/draft.ts';

const isText = (value: unknown): value is string => typeof value === 'string';

export function chatDraftKey(memberId: number, roomId: number): DraftKey {
  return { memberId, boardType: 'mail', postId: roomId };
}

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
