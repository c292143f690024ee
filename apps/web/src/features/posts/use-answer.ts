import { BOARDS } from '@naru/contract/boards';
import type { PostDetail } from '@naru/contract/posts';
import { useHasRole } from '../../entities/member/me.ts';
import { messageOf } from '../../lib/api/api-error.ts';
import { toast } from '../../ui/toast.ts';
import { useAcceptAnswer } from './posts.queries.ts';
import { POST_TEXTS } from './posts.texts.ts';

/** The accepted answer and the right to choose it; undefined on boards without answers. */
export function useAnswer(post: PostDetail) {
  const isStaff = useHasRole('MANAGER');
  const accept = useAcceptAnswer(post.id);
  if (!BOARDS[post.boardType].acceptsAnswers) return undefined;
  return {
    commentId: post.acceptedCommentId,
    canAccept: post.isAuthor || isStaff,
    accept: (commentId: number | null) =>
      accept.mutate(commentId, {
        onSuccess: () =>
          toast.success(commentId === null ? POST_TEXTS.unaccepted : POST_TEXTS.accepted),
        onError: (error) => toast.error(messageOf(error, POST_TEXTS.acceptFailed)),
      }),
  };
}
