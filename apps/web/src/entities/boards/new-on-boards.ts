import type { BoardType } from '@naru/contract/boards';
import type { LiveEvent } from '@naru/contract/events';
import { LIMITS } from '@naru/contract/limits';
import type { PostItem } from '@naru/contract/posts';
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '../../lib/api/api.ts';
import type { ResultOf } from '../../lib/api/endpoints.ts';
import { createStore, useStore } from '../../lib/store.ts';
import { boardKeys } from '../keys.ts';
import { meQuery } from '../member/me.ts';
import { isAnonymousPost } from '../posts/post-author.tsx';
import { newBadgesEnabled } from './new-badges-enabled.ts';

type NewOnBoards = ResultOf<'GET /api/board/news'>['boards'];

/** What is new on each board since the last visit. Live events raise the counts. */
export const newOnBoardsQuery = queryOptions({
  queryKey: boardKeys.newPosts,
  queryFn: async ({ signal }) => (await api('GET /api/board/news', { signal })).boards,
  staleTime: 60_000,
});

function useNewOnBoards(): NewOnBoards {
  return useQuery({ ...newOnBoardsQuery, enabled: useStore(newBadgesEnabled) }).data ?? [];
}

export function useNewCounts(): ReadonlyMap<BoardType, number> {
  return new Map(useNewOnBoards().map(({ boardType, newCount }) => [boardType, newCount]));
}

/** The board on which somebody else has just written; another object with each post. */
export const newPostOn = createStore<{ boardType: BoardType } | null>(null);

export function withOneMore(
  boards: NewOnBoards | undefined,
  type: BoardType,
): NewOnBoards | undefined {
  return boards?.map((one) =>
    one.boardType === type
      ? { ...one, newCount: Math.min(one.newCount + 1, LIMITS.newPostsMax) }
      : one,
  );
}

/** Open pages ask within this time, in ms, not all at once. */
const SPREAD_MS = 5_000;

/** Notes that somebody wrote on a board; whether a hidden writer was the member, only the server knows. */
export async function noteNewPost(
  client: QueryClient,
  { boardType, anonymous = false }: Extract<LiveEvent, { type: 'board' }>,
  spread = SPREAD_MS,
): Promise<void> {
  const { queryKey } = newOnBoardsQuery;
  if (!anonymous) {
    client.setQueryData(queryKey, (boards) => withOneMore(boards, boardType));
    newPostOn.set({ boardType });
  } else if (document.visibilityState !== 'visible') {
    await client.invalidateQueries({ queryKey, refetchType: 'none' });
  } else if (client.getQueryData(queryKey) !== undefined) {
    await new Promise((resolve) => setTimeout(resolve, Math.random() * spread));
    const boards = await client.fetchQuery({ ...newOnBoardsQuery, staleTime: 0 }).catch(() => []);
    const known = boards.find((one) => one.boardType === boardType);
    if (known && known.newCount > 0) newPostOn.set({ boardType });
  }
}

/** What separates new posts of a board from old and own ones. */
export type NewSince = Pick<NewOnBoards[number], 'since' | 'ownIds'> & { me: number | undefined };

/** Returns what is new on the boards, each with what separates its new posts. */
export function useNewSince(): (NewOnBoards[number] & NewSince)[] {
  const { data: me } = useQuery(meQuery);
  return useNewOnBoards().map((board) => ({ ...board, me: me?.id }));
}

/** Whether a post of a list is by somebody else and was written after the last visit, as the server counts. */
export function isNewPost(
  post: Pick<PostItem, 'id' | 'boardType' | 'anonymous' | 'createdDate' | 'writerId'>,
  known: NewSince | undefined,
): boolean {
  if (known === undefined || known.ownIds.includes(post.id)) return false;
  if (post.writerId !== null && post.writerId === known.me) return false;
  const [written, seen] = [Date.parse(post.createdDate), Date.parse(known.since)];
  // Anonymous posts have times cut to minutes, so the whole minute of the visit counts as later.
  return isAnonymousPost(post) ? written >= seen - (seen % 60_000) : written > seen;
}
