import { useMutation } from '@tanstack/react-query';
import { useWriteIn } from '../../entities/chat/use-open-room.ts';
import { api } from '../../lib/api/api.ts';
import { messageOf } from '../../lib/api/api-error.ts';
import { toast } from '../../ui/toast.ts';
import { type TeamChange, useChangeTeam } from './teams.queries.ts';

/** Sends changes of a team one at a time, and says what became of them. */
export function useTeamAction(postId: number) {
  const { mutate, isPending } = useChangeTeam(postId);
  const run = (change: TeamChange) =>
    mutate(change, {
      onSuccess: ({ message }) => toast.success(message),
      onError: (error) => toast.error(messageOf(error, '저장하지 못했습니다. 다시 시도해 주세요.')),
    });
  return { run, isPending };
}

/** Opens the chat room of a team for its members. */
export function useTeamRoom(postId: number) {
  const writeIn = useWriteIn();
  const { mutate, isPending } = useMutation({
    mutationFn: () => api('POST /api/team/:id/room', { params: { id: postId } }),
    onSuccess: ({ roomId }) => writeIn(roomId),
    onError: (error) =>
      toast.error(messageOf(error, '채팅방을 열지 못했습니다. 다시 시도해 주세요.')),
  });
  return { open: () => mutate(), isPending };
}
