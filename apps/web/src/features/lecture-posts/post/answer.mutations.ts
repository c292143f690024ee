import type { LecturePost } from '@naru/contract/lecture-posts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { lecturePostKeys } from '../../../entities/lecture-posts/lecture-post-keys.ts';
import { refreshRooms } from '../../../entities/lecture-posts/refresh-rooms.ts';
import { api } from '../../../lib/api/api.ts';
import { patchLecturePost } from '../lecture-posts.queries.ts';

type PostRef = Pick<LecturePost, 'id' | 'lectureRoomId'>;

/** Creates or updates the answer to a question. */
export function useSaveAnswer({ id, lectureRoomId }: PostRef) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (content: string) =>
      api('PUT /api/lecture-room/:lectureId/posts/:postId/answer', {
        params: { lectureId: lectureRoomId, postId: id },
        body: { content },
      }),
    onSuccess: ({ dto }) => {
      client.setQueryData(lecturePostKeys.detail(lectureRoomId, id), dto);
      void refreshRooms(client);
    },
  });
}

export function useRemoveAnswer(post: PostRef) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () =>
      api('DELETE /api/lecture-room/:lectureId/posts/:postId/answer', {
        params: { lectureId: post.lectureRoomId, postId: post.id },
      }),
    onSuccess: () => {
      const gone = { answer: null, answerWriter: null, answerDate: null, answerUpdatedDate: null };
      patchLecturePost(client, post, { ...gone, answered: false });
      void refreshRooms(client);
    },
  });
}
