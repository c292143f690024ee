import { DONE } from '@naru/contract/texts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { api } from '../../lib/api/api.ts';
import { ApiError, messageOf } from '../../lib/api/api-error.ts';
import { chatRoomPath } from '../../lib/paths.ts';
import { createStore } from '../../lib/store.ts';
import { toast } from '../../ui/toast.ts';
import { chatKeys } from '../keys.ts';

/** The room that a button to write to somebody opens, until it is shown. */
export const roomToWriteIn = createStore<number | null>(null);

/** Shows a room to who pressed a button to write to somebody. */
export function useWriteIn() {
  const client = useQueryClient();
  const navigate = useNavigate();
  return (roomId: number) => {
    roomToWriteIn.set(roomId);
    void client.invalidateQueries({ queryKey: chatKeys.rooms });
    void navigate({ href: chatRoomPath(roomId) });
  };
}

/** Creates the chat room with a friend, or opens the existing one. */
export function useOpenRoom(onOpened: () => void) {
  const writeIn = useWriteIn();
  const enter = (roomId: number) => {
    onOpened();
    writeIn(roomId);
  };
  return useMutation({
    mutationFn: (memberId: number) => api('POST /api/mail/new', { query: { id: memberId } }),
    onSuccess: ({ roomId }) => {
      toast.success(DONE.roomCreated);
      enter(roomId);
    },
    onError: (error) => {
      if (error instanceof ApiError && error.code === 'ROOM_EXISTS' && error.roomId) {
        toast.info('이미 같은 채팅방이 존재합니다.');
        return enter(error.roomId);
      }
      toast.error(messageOf(error, '채팅방 생성에 실패했습니다.'));
    },
  });
}
