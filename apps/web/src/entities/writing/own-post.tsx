import { ERRORS } from '@naru/contract/errors';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ApiError } from '../../lib/api/api-error.ts';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';

type OwnPostProps<P> = {
  query: UseQueryResult<P>;
  /** False for a post of another board or room than the URL names. */
  isHere?: (post: P) => boolean;
  /** Whether the viewer may edit the post; by default as its author. */
  mayEdit?: (post: P) => boolean;
  children: (post: P) => ReactNode;
};

/** Renders the form of a post that the viewer may edit once loaded, or why it cannot be edited. */
export function OwnPost<P extends { isAuthor: boolean }>(props: OwnPostProps<P>) {
  const { data: post, error, refetch } = props.query;
  const mayEdit = props.mayEdit ?? (({ isAuthor }: P) => isAuthor);
  const isMissing = error instanceof ApiError && error.status === 404;
  if (isMissing || (post && props.isHere?.(post) === false)) {
    return <EmptyState title={ERRORS.POST_NOT_FOUND.message} />;
  }
  if (error)
    return <ErrorState title="게시글을 불러오는데 실패했습니다." onRetry={() => void refetch()} />;
  if (post === undefined) return <SkeletonRows rows={6} />;
  if (!mayEdit(post)) return <EmptyState title={ERRORS.PERMISSION_DENIED.message} />;
  return props.children(post);
}
