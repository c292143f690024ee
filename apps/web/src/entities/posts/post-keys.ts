import type { BoardType } from '@naru/contract/boards';
import type { PostFilter } from '@naru/contract/choices';

export type PostList = {
  boardType: BoardType;
  /** Zero-based. */
  page: number;
  filter?: PostFilter;
  query?: string;
  /** Only posts about this lecture. */
  lectureTagId?: number;
};

/** A filter without a query means the whole list, so both share one cache entry. */
export function listRequest(list: PostList) {
  const { boardType, query, lectureTagId } = list;
  return {
    boardType,
    page: list.page,
    ...(query && { query, filter: list.filter ?? 'title' }),
    ...(lectureTagId !== undefined && { lectureTagId: String(lectureTagId) }),
  };
}

export const postKeys = {
  all: ['posts'],
  lists: ['posts', 'list'],
  list: (list: PostList) => ['posts', 'list', list.boardType, listRequest(list)] as const,
  detail: (id: number) => ['posts', 'detail', id] as const,
  cards: (ids: readonly number[]) => ['posts', 'cards', ...ids] as const,
  summaries: ['posts', 'summary'],
  summary: (types: readonly BoardType[], size: number) =>
    ['posts', 'summary', size, ...types] as const,
} as const;
