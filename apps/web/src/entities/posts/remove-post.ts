import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api/api.ts';
import { lecturePostKeys } from '../lecture-posts/lecture-post-keys.ts';
import { refreshRooms } from '../lecture-posts/refresh-rooms.ts';
import { postKeys } from './post-keys.ts';

/** Deletes a post of a board or a room; the reason is kept on record when it is somebody else's. */
export function removePost(id: number, reason?: string) {
  return api('DELETE /api/post/:id', { params: { id }, query: { reason } });
}

/** Deletes the post whose page is open: the lists are loaded again, the page itself is not. */
export function useRemovePost(id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (reason?: string) => removePost(id, reason),
    onSuccess: async () => {
      await client.cancelQueries({ queryKey: postKeys.detail(id) });
      await client.cancelQueries({ queryKey: lecturePostKeys.inAnyRoom(id) });
      void refreshRooms(client);
      await client.invalidateQueries({
        queryKey: postKeys.all,
        predicate: ({ queryKey }) => queryKey[1] !== 'detail',
      });
    },
  });
}
