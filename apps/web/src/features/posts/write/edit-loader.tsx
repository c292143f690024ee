import type { Board } from '@naru/contract/boards';
import { ERRORS } from '@naru/contract/errors';
import { useQuery } from '@tanstack/react-query';
import { ApiError } from '../../../lib/api/api-error.ts';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../../ui/states.tsx';
import { PostForm } from './post-form.tsx';
import { editablePostQuery } from './write.calls.ts';
import { WRITE_TEXTS } from './write.texts.ts';

type EditLoaderProps = {
  board: Board;
  /** As in the address. */
  postId: string;
  memberId: number;
  onSaved: () => void;
  onCancel: () => void;
};

/** Loads an own post into the form (spec 4), or says why it cannot be edited. */
export function EditLoader(props: EditLoaderProps) {
  const id = Number(props.postId);
  const isId = Number.isSafeInteger(id) && id > 0;
  const { data: post, error, refetch } = useQuery({ ...editablePostQuery(id), enabled: isId });

  const isGone = !isId || (error instanceof ApiError && error.status === 404);
  if (isGone) return <EmptyState title={ERRORS.POST_NOT_FOUND.message} />;
  if (error) return <ErrorState title={WRITE_TEXTS.loadFailed} onRetry={() => void refetch()} />;
  if (post === undefined) return <SkeletonRows rows={6} />;
  if (post.boardType !== props.board.type)
    return <EmptyState title={ERRORS.POST_NOT_FOUND.message} />;
  if (!post.isAuthor) return <EmptyState title={ERRORS.PERMISSION_DENIED.message} />;
  return (
    <PostForm
      board={props.board}
      postId={id}
      memberId={props.memberId}
      initial={{ title: post.title, html: post.content }}
      onSaved={props.onSaved}
      onCancel={props.onCancel}
    />
  );
}
