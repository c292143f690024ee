import type { LecturePostInput } from '@naru/contract/lecture-posts';
import { api } from '../../../lib/api/api.ts';

/** Creates a post in a room, or saves the one with `postId`; answers its id. */
export async function saveLecturePost(
  postId: number | null,
  body: Omit<LecturePostInput, 'imageUrls'> & { imageUrls: string[] },
): Promise<number> {
  const { id } =
    postId === null
      ? await api('POST /api/post/lecture-post-up', { body })
      : await api('PUT /api/post/lecture-post-up/:postId', { params: { postId }, body });
  return id;
}
