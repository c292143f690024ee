import type { PostDetail, TradeStatus } from '@naru/contract/posts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { postKeys } from '../../../entities/posts/post-keys.ts';
import { api } from '../../../lib/api/api.ts';

export type ItemValues = {
  title: string;
  /** HTML. */
  content: string;
  price: number;
  imageUrl: string | null;
  tradeStatus: TradeStatus;
};

const BOARD_TYPE = 'MARKET';

async function saveItem(id: number | null, values: ItemValues): Promise<number> {
  const { imageUrl, ...rest } = values;
  const body = { boardType: BOARD_TYPE, imageUrls: imageUrl === null ? [] : [imageUrl], ...rest };
  const answer =
    id === null
      ? await api('POST /api/post/post-up', { body })
      : await api('PUT /api/post/post-up/:postId', { params: { postId: id }, body });
  return answer.id;
}

/** Creates an item, or updates the one with `id`. */
export function useSaveItem(id: number | null) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (values: ItemValues) => saveItem(id, values),
    onSuccess: () => client.invalidateQueries({ queryKey: postKeys.all }),
  });
}

/** The values of an existing item, as the basis of an update. */
export function valuesOf(post: PostDetail): ItemValues {
  return {
    title: post.title,
    content: post.content,
    price: post.price ?? 0,
    imageUrl: post.imageUrls[0] ?? null,
    tradeStatus: post.tradeStatus ?? 'ON_SALE',
  };
}
