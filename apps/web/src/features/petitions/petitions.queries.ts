import type { PetitionTab } from '@naru/contract/choices';
import type { Petition } from '@naru/contract/petitions';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { commentKeys, petitionKeys } from '../../entities/keys.ts';
import { api } from '../../lib/api/api.ts';
import type { ResultOf } from '../../lib/api/endpoints.ts';
import { alertFailure } from '../../ui/alert-failure.ts';
import { toast, UNDO } from '../../ui/toast.ts';

/** How often an open page looks for new signatures. */
const REFRESH_MS = 20_000;

export function petitionListQuery(tab: PetitionTab, page: number) {
  return queryOptions({
    queryKey: petitionKeys.list(tab, page),
    queryFn: ({ signal }) => api('GET /api/petitions', { query: { tab, page }, signal }),
    placeholderData: keepPreviousData,
  });
}

export function petitionQuery(id: number) {
  return queryOptions({
    queryKey: petitionKeys.detail(id),
    queryFn: async ({ signal }) =>
      (await api('GET /api/petitions/:id', { params: { id }, signal })).petition,
    refetchInterval: ({ state }) => (state.data?.state === 'COLLECTING' ? REFRESH_MS : false),
  });
}

/** The petition with or without the viewer's signature, before the server has it. */
function withSignature(petition: Petition, isSigned: boolean): Petition {
  if (petition.isSigned === isSigned) return petition;
  const signatureCount = Math.max(0, petition.signatureCount + (isSigned ? 1 : -1));
  return { ...petition, isSigned, signatureCount };
}

/** Shows the signature at once; the response to the last press stays. */
export function useSign(id: number) {
  const client = useQueryClient();
  const { queryKey } = petitionQuery(id);
  const mutationKey = petitionKeys.sign(id);
  const sign = useMutation({
    mutationKey,
    scope: { id: mutationKey.join('.') },
    mutationFn: (signed: boolean) =>
      api('PUT /api/petitions/:id/signature', { params: { id }, body: { signed } }),
    onMutate: async (signed) => {
      await client.cancelQueries({ queryKey });
      client.setQueryData(queryKey, (now) => now && withSignature(now, signed));
    },
    onSuccess: ({ petition }, signed) => {
      if (client.isMutating({ mutationKey }) <= 1) client.setQueryData(queryKey, petition);
      void client.invalidateQueries({ queryKey: petitionKeys.lists });
      const undo = { label: UNDO, onClick: () => sign.mutate(!signed) };
      const text = signed ? '청원에 서명했습니다.' : '서명을 취소했습니다.';
      toast.success(text, petition.canSign ? undo : undefined);
    },
    onError: (error) => {
      void client.invalidateQueries({ queryKey });
      void alertFailure('서명을 저장하지 못했습니다.', error);
    },
  });
  return sign;
}

type Change =
  | ResultOf<'POST /api/petitions/:id/answer'>
  | ResultOf<'POST /api/petitions/:id/close'>
  | ResultOf<'POST /api/petitions/:id/redact'>
  | ResultOf<'POST /api/petitions/:id/withdraw'>;

/** Shows what a change returned; a failed one shows the petition anew. */
export function useChangePetition(id: number) {
  const client = useQueryClient();
  const { queryKey } = petitionQuery(id);
  return useMutation({
    mutationFn: (change: () => Promise<Change>) => change(),
    onSuccess: ({ petition }) => {
      client.setQueryData(queryKey, petition);
      void client.invalidateQueries({ queryKey: petitionKeys.lists });
      void client.invalidateQueries({ queryKey: commentKeys.thread(id) });
    },
    onError: () => client.invalidateQueries({ queryKey }),
  });
}
