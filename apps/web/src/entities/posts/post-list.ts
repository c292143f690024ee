import { BOARDS, type BoardType } from '@naru/contract/boards';
import type { PostFilter, PostSort } from '@naru/contract/choices';
import type { ListSearch } from '../../lib/search-parameters.ts';

export type PostList = {
  boardType: BoardType;
  /** Zero-based. */
  page: number;
  filter?: PostFilter;
  query?: string;
  /** Only posts about this lecture. */
  lectureTagId?: number;
  /** Only posts with this head. */
  headId?: number;
  sortBy?: PostSort;
} & Pick<ListSearch, 'unanswered' | 'onSale' | 'recruiting' | 'minPrice' | 'maxPrice'>;

/** The list that an address means, without what its board does not have. */
export function listOf(boardType: BoardType, search: ListSearch): PostList {
  const {
    page = 1,
    filter,
    query,
    sort,
    lecture,
    head,
    unanswered,
    recruiting,
    tab: _,
    ...ofItems
  } = search;
  const { acceptsAnswers, form, recruits, takesHeads, writeRole } = BOARDS[boardType];
  return {
    ...{ boardType, page: page - 1, filter, query },
    sortBy: writeRole === null ? undefined : sort,
    unanswered: acceptsAnswers ? unanswered : undefined,
    recruiting: recruits ? recruiting : undefined,
    headId: takesHeads ? head : undefined,
    ...(form === 'item' && { ...ofItems, lectureTagId: lecture }),
  };
}

/** A filter without a query means the whole list, so both share one cache entry. */
export function listRequest(list: PostList) {
  const { boardType, page, query, filter = 'title', lectureTagId, headId, ...chosen } = list;
  return {
    ...chosen,
    boardType,
    page,
    ...(query && { query, filter }),
    ...(lectureTagId !== undefined && { lectureTagId: String(lectureTagId) }),
    ...(headId !== undefined && { headId: String(headId) }),
  };
}
