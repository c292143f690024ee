import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { chatKeys } from '../../entities/keys.ts';
import { api } from '../../lib/api/api.ts';
import { messageOf } from '../../lib/api/api-error.ts';
import { type DraftKey, loadDraft, removeDraft, saveDraft } from '../../lib/draft.ts';
import { confirmDialog } from '../../ui/ask.ts';
import { toast } from '../../ui/toast.ts';
import { evictLog, roomsQuery } from './chat.queries.ts';
import { withoutRoom } from './chat.rooms.ts';
import { dropRoom } from './outbox.ts';

const isText = (value: unknown): value is string => typeof value === 'string';

function chatDraftKey(memberId: number, roomId: number): DraftKey {
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

/** Returns a function that leaves a room after a confirmation and clears its local data. */
export function useExitRoom(memberId: number, roomId: number, onLeft: () => void) {
  const client = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: () => api('DELETE /api/mail/exit-room/:roomId', { params: { roomId } }),
    onSuccess: ({ message }) => {
      toast.success(message);
      dropRoom(memberId, roomId);
      removeDraft(chatDraftKey(memberId, roomId));
      client.setQueryData(roomsQuery.queryKey, (rooms) => rooms && withoutRoom(rooms, roomId));
      onLeft();
      evictLog(client, roomId);
    },
    onError: (error) => toast.error(messageOf(error, '채팅방에서 나가지 못했습니다.')),
    onSettled: () => client.invalidateQueries({ queryKey: chatKeys.rooms }),
  });
  return async () => {
    const isSure = await confirmDialog({
      title: '채팅방에서 나갈까요?',
      body: '지금까지의 대화가 내 목록에서 사라집니다. 상대방의 대화는 남아 있고, 새 메시지가 오면 채팅방이 다시 나타납니다.',
      confirmLabel: '나가기',
      danger: true,
    });
    if (isSure) mutate();
  };
}
