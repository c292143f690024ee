import type { CommentSort } from '@naru/contract/comments';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { createContext, use, useEffect, useRef } from 'react';
import { api } from '../../lib/api/api.ts';
import { messageOf } from '../../lib/api/api-error.ts';
import { useArrival, useShowTarget } from '../../lib/arrival.ts';
import { cx } from '../../ui/cx.ts';
import { toast } from '../../ui/toast.ts';
import { commentKeys } from '../keys.ts';
import { commentsOf, commentsQuery, repliesQuery } from './comments.queries.ts';
import { ABOVE_COMPOSER, useJustSent } from './just-sent.ts';
import { useThread } from './thread-context.ts';

/** The comment in the hash of the address (`#comment-7`). */
type CommentTarget = {
  id: number;
  /** The history entry: following the same link again is another visit. */
  visit: string;
  /** Asked for when it is not among the loaded top-level comments. */
  location: { parentId: number | null; position: number; topPosition: number } | undefined;
};

export const CommentTargetContext = createContext<CommentTarget | null>(null);

type List = { data: Parameters<typeof commentsOf>[0] | undefined; isFetching: boolean };

function idIn(hash: string): number | null {
  const digits = /^comment-(\d{1,16})$/.exec(hash)?.[1];
  return digits === undefined ? null : Number(digits);
}

function locationQuery(postId: number, id: number) {
  return queryOptions({
    queryKey: commentKeys.location(postId, id),
    queryFn: ({ signal }) => api('GET /api/comment/:id/location', { params: { id }, signal }),
  });
}

/**
 * Finds the comment that the address points to, and reloads the list of top-level comments from
 * there when it belongs to a later part.
 */
export function useCommentTarget(sort: CommentSort, list: List) {
  const { thread } = useThread();
  const client = useQueryClient();
  const { key: visit, isNew } = useArrival();
  const id = useLocation({ select: ({ hash }) => idIn(hash) });
  const ids = list.data && commentsOf(list.data).map((comment) => comment.id);
  const isElsewhere = id !== null && isNew && ids?.includes(id) === false;
  const { data, error } = useQuery({
    ...locationQuery(thread.postId, id ?? 0),
    enabled: isElsewhere,
  });
  useEffect(() => {
    if (error) toast.error(messageOf(error, '댓글을 불러오지 못했습니다.'));
  }, [error]);
  const location = data?.postId === thread.postId ? data : undefined;
  const topId = location?.parentId ?? id;
  const isTopElsewhere = isElsewhere && location && !ids?.includes(topId ?? 0);
  const step = sort === 'newest' ? 1 : -1;
  useJump(isTopElsewhere && !list.isFetching ? location.topPosition + step : null, (after) => {
    const query = commentsQuery(thread, sort);
    client.getQueryCache().find({ queryKey: query.queryKey })?.reset();
    return client.fetchInfiniteQuery({ ...query, initialPageParam: after });
  });
  return id === null ? null : { id, visit, location };
}

/** The target if it is a reply to this comment. */
export function useReplyTarget(parentId: number): CommentTarget | null {
  const target = use(CommentTargetContext);
  return target?.location?.parentId === parentId ? target : null;
}

/** Reloads the replies from the target when it belongs to a later part of them. */
export function useJumpToReply(parentId: number, list: List): void {
  const { thread } = useThread();
  const client = useQueryClient();
  const { isNew } = useArrival();
  const target = useReplyTarget(parentId);
  const replies = list.isFetching ? undefined : list.data && commentsOf(list.data);
  const isElsewhere = isNew && replies?.every(({ id }) => id !== target?.id);
  useJump(isElsewhere && target?.location ? target.location.position - 1 : null, (after) => {
    const query = repliesQuery(thread.postId, parentId);
    client.getQueryCache().find({ queryKey: query.queryKey })?.reset();
    return client.fetchInfiniteQuery({ ...query, initialPageParam: after });
  });
}

/** Reloads a list from a position, at most once per visit. */
function useJump(after: number | null, load: (after: number) => Promise<unknown>): void {
  const { key } = useArrival();
  const jumped = useRef('');
  useEffect(() => {
    if (after === null || jumped.current === key) return;
    jumped.current = key;
    // The list shows a failure itself.
    load(after).catch(() => undefined);
  });
}

/** Props of a comment's element: the target is marked, scrolled to and focused; a new one comes into view. */
export function useTargetProps(id: number) {
  const target = use(CommentTargetContext);
  const isTarget = target?.id === id;
  const ref = useRef<HTMLElement>(null);
  useShowTarget(useArrival(), () => (isTarget ? ref.current : null));
  useJustSent(id, ref);
  return {
    id: `comment-${id}`,
    'data-key-row': '',
    ref,
    tabIndex: isTarget ? -1 : undefined,
    'aria-current': isTarget || undefined,
    className: cx(
      'flex scroll-mt-20 gap-3 py-4 transition-opacity duration-150',
      ABOVE_COMPOSER,
      isTarget
        ? 'rounded-sm bg-sea-weak outline-none ring-4 ring-sea-weak'
        : 'focus-visible:rounded-sm focus-visible:outline-2 focus-visible:outline-focus focus-visible:outline-offset-2',
    ),
  };
}
