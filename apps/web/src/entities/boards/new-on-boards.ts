import type { BoardType } from '@naru/contract/boards';
import { LIMITS } from '@naru/contract/limits';
import type { PostItem } from '@naru/contract/posts';
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '../../lib/api/api.ts';
import type { ResultOf } from '../../lib/api/endpoints.ts';
import { useStore } from '../../lib/store.ts';
import { boardKeys } from '../keys.ts';
import { isAnonymousPost } from '../posts/post-author.tsx';
import { newBadgesEnabled } from './new-badges-enabled.ts';

type NewOnBoards = ResultOf<'GET /api/board/news'>['boards'];

/** What is new on each board since the last visit. Live events raise the counts. */
export const newOnBoardsQuery = queryOptions({
  queryKey: boardKeys.newPosts,
  queryFn: async ({ signal }) => (await api('GET /api/board/news', { signal })).boards,
  staleTime: 60_000,
});

export function useNewOnBoards(): NewOnBoards {
  return useQuery({ ...newOnBoardsQuery, enabled: useStore(newBadgesEnabled) }).data ?? [];
}

export function useNewCounts(): ReadonlyMap<BoardType, number> {
  return new Map(useNewOnBoards().map(({ boardType, newCount }) => [boardType, newCount]));
}

/** Until when own posts raise no count: the event of a post and its response may come in any order. */
let quietUntil = 0;
const QUIET_MS = 5_000;

/** Call it when the member has posted: the next event of a board is about that post. */
export function ignoreOwnPost(now = Date.now()): void {
  quietUntil = now + QUIET_MS;
}

export function isOwnPostIgnored(now = Date.now()): boolean {
  return now < quietUntil;
}

export function withOneMore(
  boards: NewOnBoards | undefined,
  type: BoardType,
): NewOnBoards | undefined {
  if (isOwnPostIgnored()) return boards;
  return boards?.map((one) =>
    one.boardType === type
      ? { ...one, newCount: Math.min(one.newCount + 1, LIMITS.newPostsMax) }
      : one,
  );
}

/** Raises the count of a board on which somebody has written. */
export function countNewPost(client: QueryClient, type: BoardType): void {
  client.setQueryData(newOnBoardsQuery.queryKey, (boards) => withOneMore(boards, type));
}

/** Whether a post of a list was written after `since`, as the server counts. */
export function isNewPost(
  post: Pick<PostItem, 'boardType' | 'anonymous' | 'createdDate'>,
  since: string | undefined,
): boolean {
  if (since === undefined) return false;
  const [written, seen] = [Date.parse(post.createdDate), Date.parse(since)];
  // Anonymous posts have times cut to minutes, so the whole minute of the visit counts as later.
  return isAnonymousPost(post) ? written >= seen - (seen % 60_000) : written > seen;
}
