import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api/api.ts';
import { lecturePostKeys, petitionKeys, postKeys } from '../keys.ts';
import { refreshRooms } from '../lecture-posts/refresh-rooms.ts';

/** `reason` is recorded when staff delete another member's post. */
export function removePost(id: number, reason?: string) {
  return api('DELETE /api/post/:id', { params: { id }, query: { reason } });
}

/** Deletes the post whose page is open: invalidates the lists, but not the post itself. */
export function useRemovePost(id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (reason?: string) => removePost(id, reason),
    onSuccess: async () => {
      await client.cancelQueries({ queryKey: postKeys.detail(id) });
      await client.cancelQueries({ queryKey: lecturePostKeys.inAnyRoom(id) });
      void refreshRooms(client);
      void client.invalidateQueries({ queryKey: petitionKeys.lists });
      await client.invalidateQueries({
        queryKey: postKeys.all,
        predicate: ({ queryKey }) => queryKey[1] !== 'detail',
      });
    },
  });
}
