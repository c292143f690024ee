import { type DraftItem, readDraftPlace } from '@naru/contract/drafts';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { draftKeys } from '../../entities/keys.ts';
import { useMe } from '../../entities/member/me.ts';
import { api } from '../../lib/api/api.ts';
import { ApiError, messageOf } from '../../lib/api/api-error.ts';
import { removeDraft } from '../../lib/draft.ts';
import { toast } from '../../ui/toast.ts';

export const draftsQuery = queryOptions({
  queryKey: draftKeys.all,
  queryFn: async ({ signal }) => (await api('GET /api/member/drafts', { signal })).drafts,
  // Other devices and the forms change them.
  staleTime: 0,
});

/** Deletes a draft on the account and on this device, unless another device has changed it. */
export function useRemoveDraft() {
  const client = useQueryClient();
  const { data: me } = useMe();
  return useMutation({
    mutationFn: ({ place, version }: DraftItem) =>
      api('DELETE /api/member/drafts/:place', { params: { place }, query: { version } }),
    onSuccess: ({ message }, { place }) => {
      const postId = readDraftPlace(place)?.postId ?? null;
      const [boardType = ''] = place.split('.');
      if (me) removeDraft({ memberId: me.id, boardType, postId });
      toast.success(message);
    },
    onError: (error) => {
      const isChanged = error instanceof ApiError && error.code === 'DRAFT_CHANGED';
      toast.error(
        isChanged ? '다른 기기에서 고친 글입니다. 다시 확인해 주세요.' : messageOf(error),
      );
    },
    onSettled: () => client.invalidateQueries({ queryKey: draftKeys.all }),
  });
}
