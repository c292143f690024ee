import { useMutation, useQueryClient } from '@tanstack/react-query';
import { chatKeys } from '../../entities/chat/chat-keys.ts';
import { api } from '../../lib/api/api.ts';
import { messageOf } from '../../lib/api/api-error.ts';
import { removeDraft } from '../../lib/draft.ts';
import { confirmDialog } from '../../ui/ask.ts';
import { toast } from '../../ui/toast.ts';
import { evictLog, roomsQuery } from './chat.queries.ts';
import { withoutRoom } from './chat.rooms.ts';
import { CHAT_TEXTS } from './chat.texts.ts';
import { dropRoom } from './outbox.ts';
import { chatDraftKey } from './use-chat-draft.ts';

/** Leaves a room after a confirmation and clears its local data. */
export function useExitRoom(memberId: number, roomId: number, onLeft: () => void) {
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
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
  const ask = async () => {
    const { exitTitle: title, exitBody: body, exitConfirm: confirmLabel } = CHAT_TEXTS;
    if (await confirmDialog({ title, body, confirmLabel, danger: true })) mutate();
  };
  return { exit: () => void ask(), isPending };
}
