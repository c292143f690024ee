import { useMutation, useQueryClient } from '@tanstack/react-query';
import { chatKeys } from '../../entities/keys.ts';
import { api } from '../../lib/api/api.ts';
import { messageOf } from '../../lib/api/api-error.ts';
import { toast } from '../../ui/toast.ts';
import { recallInLog } from './chat.queries.ts';

/** Takes an own message back for both members. */
export function useRecall(roomId: number) {
  const client = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: (messageId: number) =>
      api('DELETE /api/mail/messages/:roomId/:messageId', { params: { roomId, messageId } }),
    onSuccess: ({ message, recalled }) => {
      recallInLog(client, roomId, recalled);
      toast.success(message);
    },
    onError: (error) => toast.error(messageOf(error, '메시지를 회수하지 못했습니다.')),
    onSettled: () => client.invalidateQueries({ queryKey: chatKeys.rooms }),
  });
  return (messageId: number) => mutate(messageId);
}
