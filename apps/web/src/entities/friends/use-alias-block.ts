import { ANONYMOUS_AUTHOR_NAME } from '@naru/contract/boards';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api/api.ts';
import { messageOf } from '../../lib/api/api-error.ts';
import { invalidateAutomatic } from '../../lib/api/query-client.ts';
import { confirmDialog } from '../../ui/ask.ts';
import { toast } from '../../ui/toast.ts';

type AliasChange = { alias: string; blocks: boolean };

/** Blocks or unblocks a name of an anonymous thread for the viewer. */
export function useAliasBlock(postId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: AliasChange) =>
      api('PUT /api/post/:id/alias-block', { params: { id: postId }, body }),
    onSuccess: ({ message }) => toast.success(message),
    onError: (error, { blocks }) => {
      const failed = blocks ? '차단하지 못했습니다.' : '차단을 해제하지 못했습니다.';
      toast.error(messageOf(error, failed));
    },
    // The post is masked wherever it is shown.
    onSettled: () => invalidateAutomatic(client),
  });
}

/** The action that blocks a name, after a question that says where it applies, or lifts the block. */
export function useAliasAction(postId: number, alias: string, blocked = false) {
  const { mutate } = useAliasBlock(postId);
  const hidden = alias === ANONYMOUS_AUTHOR_NAME ? '이 글과 작성자의 댓글' : `${alias}의 댓글`;
  return {
    label: blocked ? '차단 해제' : '차단',
    async change() {
      const isSure =
        blocked ||
        (await confirmDialog({
          title: `이 글에서 ${alias} 님을 차단할까요?`,
          body: `${hidden}이 나에게만 가려지고, 그 댓글의 알림을 받지 않습니다. 누구인지 드러나지 않도록 다른 글에는 적용되지 않으며, 상대에게 알려지지 않습니다.`,
          confirmLabel: '차단',
          danger: true,
        }));
      if (isSure) mutate({ alias, blocks: !blocked });
    },
  };
}
