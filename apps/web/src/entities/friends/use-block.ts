import { DONE } from '@naru/contract/texts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api/api.ts';
import { messageOf } from '../../lib/api/api-error.ts';
import { invalidateAutomatic } from '../../lib/api/query-client.ts';
import { toast } from '../../ui/toast.ts';

/** Blocks a member; false unblocks. */
export function useBlock(id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (blocked: boolean) =>
      blocked
        ? api('POST /api/friend/block', { body: { id } })
        : api('DELETE /api/friend/block/:id', { params: { id } }),
    onSuccess: (_, blocked) => toast.success(blocked ? DONE.blocked : DONE.unblocked),
    onError: (error, blocked) => {
      const failed = blocked ? '회원을 차단하지 못했습니다.' : '차단을 해제하지 못했습니다.';
      toast.error(messageOf(error, failed));
    },
    // What the member wrote is masked wherever it is shown.
    onSettled: () => invalidateAutomatic(client),
  });
}
