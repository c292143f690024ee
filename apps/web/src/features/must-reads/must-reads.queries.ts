import type { Me } from '@naru/contract/members';
import type { MustRead, ReaderState } from '@naru/contract/must-reads';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { memberKeys, mustReadKeys } from '../../entities/keys.ts';
import { api, apiFile } from '../../lib/api/api.ts';
import { saveFile } from '../../lib/save-file.ts';

export type ReadersFilter = {
  state: ReaderState;
  /** 0: not stated; null: all. */
  year: number | null;
  /** Zero-based. */
  page: number;
};

export function readersQuery(postId: number, filter: ReadersFilter) {
  const { state, page } = filter;
  const year = filter.year === null ? undefined : String(filter.year);
  return queryOptions({
    queryKey: mustReadKeys.readers(postId, filter),
    queryFn: ({ signal }) =>
      api('GET /api/post/:id/must-read', {
        params: { id: postId },
        query: { state, page, year },
        signal,
      }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

/** Confirms the round that is on the page. */
export function useConfirm(postId: number, show: (confirmedAt: string) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ round }: MustRead) =>
      api('POST /api/post/:id/must-read/confirm', { params: { id: postId }, body: { round } }),
    onSuccess: ({ confirmedAt }) => {
      show(confirmedAt);
      client.setQueryData(memberKeys.me, (me: Me | undefined) =>
        me ? { ...me, mustReadCount: Math.max(0, me.mustReadCount - 1) } : me,
      );
      void client.invalidateQueries({ queryKey: mustReadKeys.mine });
    },
  });
}

/** Notifies those who have not confirmed. */
export function useReminder(postId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => api('POST /api/post/:id/must-read/remind', { params: { id: postId } }),
    onSettled: () => client.invalidateQueries({ queryKey: mustReadKeys.ofPost(postId) }),
  });
}

/** Downloads all readers of a notice. */
export async function exportReaders(postId: number): Promise<void> {
  const file = await apiFile('GET /api/post/:id/must-read/export', { params: { id: postId } });
  saveFile(file, `필독-확인-${postId}.csv`);
}
