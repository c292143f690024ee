import type { BoardType } from '@naru/contract/boards';
import type { PostDetail } from '@naru/contract/posts';
import { queryOptions } from '@tanstack/react-query';
import type { Writing } from '../../../entities/writing/writing-form.tsx';
import { writingKeys } from '../../../entities/writing/writing-keys.ts';
import { api } from '../../../lib/api/api.ts';

/** The post to edit, always fresh: an edit must not start from an old copy. */
export function editablePostQuery(postId: number) {
  return queryOptions({
    queryKey: writingKeys.post(postId),
    queryFn: async ({ signal }): Promise<PostDetail> =>
      (await api('GET /api/post/:id', { params: { id: postId }, signal })).dto,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
}

/** Creates a post, or saves the one with `postId`; answers its id. */
export async function savePost(
  boardType: BoardType,
  postId: number | null,
  writing: Writing,
): Promise<number> {
  const body = { boardType, ...writing };
  const { id } =
    postId === null
      ? await api('POST /api/post/post-up', { body })
      : await api('PUT /api/post/post-up/:postId', { params: { postId }, body });
  return id;
}
