import type { Assigned } from '@naru/contract/assignees';
import type { InquiryState } from '@naru/contract/inquiries';
import { LIMITS } from '@naru/contract/limits';
import type { ContentType, JudgedType, Report, ReportDecision } from '@naru/contract/moderation';
import {
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { moderationKeys } from '../../entities/keys.ts';
import { type ContentRef, refreshContent } from '../../entities/moderation/remove-content.ts';
import { lookKeys } from '../../entities/staff-keys.ts';
import { api } from '../../lib/api/api.ts';
import { MANUAL_QUERY } from '../../lib/api/query-client.ts';

export const KIND_NAMES = {
  POST: '게시글',
  COMMENT: '댓글',
  COURSE_REVIEW: '평가 글',
  MEMBER: '회원',
  MESSAGE: '채팅 메시지',
} as const;
export const CONTENT_GONE = '삭제되었거나 찾을 수 없습니다.';
export const TARGET_UNKNOWN = '대상이 지정되지 않은 신고입니다. 내용을 읽고 판단해 주세요.';
export const REVEAL_OVER = '볼 수 있는 시간이 끝났습니다.';

const size = LIMITS.auditPageSize;
const PAGED = { placeholderData: keepPreviousData, staleTime: 0 };

export type ReportFilter = { state: InquiryState; assigned?: Assigned | undefined };

export function reportsQuery(filter: ReportFilter, page: number) {
  const query = { ...filter, page, size };
  return queryOptions({
    queryKey: moderationKeys.reports(query),
    queryFn: ({ signal }) => api('GET /api/admin/reports', { query, signal }),
    ...PAGED,
  });
}

/** Loads the shown reports again; returns one of them. */
export async function reloadReport(client: QueryClient, id: number): Promise<Report | undefined> {
  const shown = { queryKey: moderationKeys.allReports, type: 'active' } as const;
  await client.refetchQueries(shown);
  return client
    .getQueriesData<{ reports: Report[] }>(shown)
    .flatMap(([, data]) => data?.reports ?? [])
    .find(({ inquiryId }) => inquiryId === id);
}

export function removedQuery(type: ContentType, page: number) {
  return queryOptions({
    queryKey: moderationKeys.removed(type, page),
    queryFn: ({ signal }) => api('GET /api/admin/removed', { query: { type, page, size }, signal }),
    ...PAGED,
  });
}

export function removedDetailQuery({ type, id }: ContentRef) {
  return queryOptions({
    queryKey: lookKeys.removedLook(type, id),
    queryFn: ({ signal }) =>
      api('GET /api/admin/removed/:type/:id', { params: { type, id }, signal }),
    ...AUDITED_READ,
  });
}

export function reportHistoryQuery(id: number) {
  return queryOptions({
    queryKey: lookKeys.reportHistory(id),
    queryFn: ({ signal }) => api('GET /api/admin/reports/:id/history', { params: { id }, signal }),
    ...AUDITED_READ,
  });
}

export function reportedMessagesQuery(id: number) {
  return queryOptions({
    queryKey: lookKeys.reportedMessages(id),
    queryFn: ({ signal }) => api('GET /api/admin/reports/:id/messages', { params: { id }, signal }),
    ...AUDITED_READ,
  });
}

export function revealsQuery(page: number) {
  return queryOptions({
    queryKey: moderationKeys.reveals(page),
    queryFn: ({ signal }) => api('GET /api/admin/reveals', { query: { page, size }, signal }),
    ...PAGED,
  });
}

/** Never from the cache: it changes with roles and with time. */
export function revealReadinessQuery() {
  return queryOptions({
    queryKey: moderationKeys.revealReadiness,
    queryFn: ({ signal }) => api('GET /api/admin/reveals/readiness', { signal }),
    gcTime: 0,
    staleTime: 0,
  });
}

export function revealLookQuery(id: number) {
  return queryOptions({
    queryKey: lookKeys.revealLook(id),
    queryFn: ({ signal }) => api('GET /api/admin/reveals/:id', { params: { id }, signal }),
    ...AUDITED_READ,
  });
}

/** Each read is audited: fetched once when opened, never refetched, evicted when closed. */
const AUDITED_READ = {
  gcTime: 0,
  staleTime: Number.POSITIVE_INFINITY,
  retry: false,
  ...MANUAL_QUERY,
} as const;

function useStaffMutation<Input, Answer>(mutationFn: (input: Input) => Promise<Answer>) {
  const client = useQueryClient();
  return useMutation({ mutationFn, onSettled: () => refreshContent(client) });
}

type Reasoned = ContentRef & { reason: string };

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

type Decision = { inquiryId: number; decision: ReportDecision; reason: string };

export function useDecideReport() {
  return useStaffMutation(({ inquiryId, ...body }: Decision) =>
    api('POST /api/admin/reports/:id/decide', { params: { id: inquiryId }, body }),
  );
}

type RevealRequest = { type: JudgedType; id: number; reason: string; withheld: boolean };

export function useRequestReveal() {
  return useStaffMutation(({ type, id, reason, withheld }: RevealRequest) =>
    api('POST /api/admin/reveals', { body: { targetType: type, targetId: id, reason, withheld } }),
  );
}

export function useDecideReveal() {
  return useStaffMutation(({ id, isApproval }: { id: number; isApproval: boolean }) =>
    isApproval
      ? api('POST /api/admin/reveals/:id/approve', { params: { id } })
      : api('POST /api/admin/reveals/:id/reject', { params: { id } }),
  );
}
