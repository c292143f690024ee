import type { InquiryState } from '@naru/contract/inquiries';
import { LIMITS } from '@naru/contract/limits';
import type { ContentType } from '@naru/contract/moderation';
import {
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { api } from '../../lib/api/api.ts';
import { ASKED_BY_HAND } from '../../lib/api/query-client.ts';

const KEY = ['moderation'] as const;
const size = LIMITS.auditPageSize;

export type ContentRef = { type: ContentType; id: number };

export function reportsQuery(state: InquiryState, page: number) {
  return queryOptions({
    queryKey: [...KEY, 'reports', state, page],
    queryFn: ({ signal }) =>
      api('GET /api/admin/reports', { query: { state, page, size }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

export function removedQuery(type: ContentType, page: number) {
  return queryOptions({
    queryKey: [...KEY, 'removed', type, page],
    queryFn: ({ signal }) => api('GET /api/admin/removed', { query: { type, page, size }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

/** Each answer is a look on record: asked once when opened, never again by itself. */
export function removedDetailQuery({ type, id }: ContentRef) {
  return queryOptions({
    queryKey: ['moderation-look', 'removed', type, id],
    queryFn: ({ signal }) =>
      api('GET /api/admin/removed/:type/:id', { params: { type, id }, signal }),
    ...ONE_LOOK,
  });
}

export function revealsQuery(page: number) {
  return queryOptions({
    queryKey: [...KEY, 'reveals', page],
    queryFn: ({ signal }) => api('GET /api/admin/reveals', { query: { page, size }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

/** With the identity while the time runs; each answer with it is a look on record. */
export function revealLookQuery(id: number) {
  return queryOptions({
    queryKey: ['moderation-look', 'reveal', id],
    queryFn: ({ signal }) => api('GET /api/admin/reveals/:id', { params: { id }, signal }),
    ...ONE_LOOK,
  });
}

/** Forgotten as soon as it is closed; no repeat behind the reader's back. */
const ONE_LOOK = {
  gcTime: 0,
  staleTime: Number.POSITIVE_INFINITY,
  retry: false,
  ...ASKED_BY_HAND,
} as const;

/** What a decision of staff can change on other screens. */
function refresh(client: QueryClient): Promise<unknown> {
  for (const key of ['inquiries', 'posts', 'comments', 'console', 'audit']) {
    void client.invalidateQueries({ queryKey: [key] });
  }
  return client.invalidateQueries({ queryKey: KEY });
}

function useStaffMutation<Input, Answer>(mutationFn: (input: Input) => Promise<Answer>) {
  const client = useQueryClient();
  return useMutation({ mutationFn, onSettled: () => refresh(client) });
}

type Reasoned = ContentRef & { reason: string };

export function useRemoveContent() {
  return useStaffMutation(async ({ type, id, reason }: Reasoned) => {
    const request = { params: { id }, query: { reason } };
    if (type === 'POST') await api('DELETE /api/post/:id', request);
    else await api('DELETE /api/comment/:id', request);
  });
}

export function useRestoreContent() {
  return useStaffMutation(({ type, id, reason }: Reasoned) =>
    api('POST /api/admin/removed/:type/:id/restore', { params: { type, id }, body: { reason } }),
  );
}

export function useCompleteReport() {
  return useStaffMutation(({ inquiryId, answer }: { inquiryId: number; answer: string }) =>
    api('POST /api/inquiry/:id/complete', { params: { id: inquiryId }, body: { answer } }),
  );
}

export function useRequestReveal() {
  return useStaffMutation(({ type, id, reason }: Reasoned) =>
    api('POST /api/admin/reveals', { body: { targetType: type, targetId: id, reason } }),
  );
}

export function useDecideReveal() {
  return useStaffMutation(({ id, isApproval }: { id: number; isApproval: boolean }) =>
    isApproval
      ? api('POST /api/admin/reveals/:id/approve', { params: { id } })
      : api('POST /api/admin/reveals/:id/reject', { params: { id } }),
  );
}
