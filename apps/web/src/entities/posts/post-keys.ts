import type { BoardType } from '@naru/contract/boards';
import type { PostFilter } from '@naru/contract/choices';

export type PostList = {
  boardType: BoardType;
  /** Zero-based, as on the wire. */
  page: number;
  filter?: PostFilter;
  query?: string;
};

/** What a list asks for. A filter without words means the whole list: both share one cache entry. */
export function listRequest(list: PostList) {
  const { boardType, page, query } = list;
  return query ? { boardType, page, query, filter: list.filter ?? 'title' } : { boardType, page };
}

/** Posts of the boards. */
export const postKeys = {
  all: ['posts'],
  lists: ['posts', 'list'],
  list: (list: PostList) => ['posts', 'list', list.boardType, listRequest(list)] as const,
  detail: (id: number) => ['posts', 'detail', id] as const,
  summary: (types: readonly BoardType[], size: number) =>
    ['posts', 'summary', size, ...types] as const,
} as const;
