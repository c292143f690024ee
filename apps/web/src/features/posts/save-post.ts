import { useMutation, useQueryClient } from '@tanstack/react-query';
import { postKeys } from '../../entities/keys.ts';
import { api } from '../../lib/api/api.ts';
import type { RequestOf } from '../../lib/api/endpoints.ts';

type PostBody = RequestOf<'POST /api/post/post-up'>['body'];

/** Creates a post, or updates the one with `postId`; returns its id. */
export async function savePost(postId: number | null, body: PostBody): Promise<number> {
  const { id } =
    postId === null
      ? await api('POST /api/post/post-up', { body })
      : await api('PUT /api/post/post-up/:postId', { params: { postId }, body });
  return id;
}

/** Saves a market item and reloads the lists, which stay on screen behind its dialog. */
export function useSaveItem(postId: number | null) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: PostBody) => savePost(postId, body),
    onSuccess: () => client.invalidateQueries({ queryKey: postKeys.all }),
  });
}
