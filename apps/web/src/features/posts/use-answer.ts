import { BOARDS } from '@naru/contract/boards';
import type { PostDetail } from '@naru/contract/posts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useHasRole } from '../../entities/member/me.ts';
import { api } from '../../lib/api/api.ts';
import { messageOf } from '../../lib/api/api-error.ts';
import { toast } from '../../ui/toast.ts';
import { patchPost } from './posts.queries.ts';

/** The accepted answer and the right to choose it; undefined on boards without answers. */
export function useAnswer({ id, boardType, acceptedCommentId, isAuthor }: PostDetail) {
  const client = useQueryClient();
  const isStaff = useHasRole('MANAGER');
  const { mutate } = useMutation({
    mutationFn: (commentId: number | null) =>
      api('POST /api/post/:id/accept', { params: { id }, body: { commentId } }),
    onSuccess: (accepted) => {
      const answered = accepted.acceptedCommentId !== null;
      patchPost(client, id, { ...accepted, answered });
      toast.success(answered ? '답변을 채택했습니다.' : '답변 채택을 취소했습니다.');
    },
    onError: (error) => toast.error(messageOf(error, '답변을 채택하지 못했습니다.')),
  });
  if (!BOARDS[boardType].acceptsAnswers) return undefined;
  return { commentId: acceptedCommentId, canAccept: isAuthor || isStaff, accept: mutate };
}
