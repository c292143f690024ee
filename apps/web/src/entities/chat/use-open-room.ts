import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { mailRoomPath } from '../../app/paths.ts';
import { FRIEND_TEXTS } from '../../features/friends/friends.texts.ts';
import { api } from '../../lib/api/api.ts';
import { ApiError, messageOf } from '../../lib/api/api-error.ts';
import { toast } from '../../ui/toast.ts';

/** Opens the mail room with a friend; the one that is there already, if there is (decisions 110). */
export function useOpenRoom(onOpened: () => void) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const enter = (roomId: number) => {
    onOpened();
    void client.invalidateQueries({ queryKey: ['mail', 'rooms'] });
    void navigate({ href: mailRoomPath(roomId) });
  };
  return useMutation({
    mutationFn: (memberId: number) => api('POST /api/mail/new', { query: { id: memberId } }),
    onSuccess: ({ roomId }) => {
      toast.success(FRIEND_TEXTS.roomCreated);
      enter(roomId);
    },
    onError: (error) => {
      if (error instanceof ApiError && error.code === 'ROOM_EXISTS' && error.roomId) {
        toast.info(FRIEND_TEXTS.roomExists);
        enter(error.roomId);
        return;
      }
      toast.error(messageOf(error, FRIEND_TEXTS.roomFailed));
    },
  });
}
