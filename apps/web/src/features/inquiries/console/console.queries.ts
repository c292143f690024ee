import type { Assigned } from '@naru/contract/assignees';
import type { InquiryCategory } from '@naru/contract/choices';
import type { InquiryDetail, InquiryState } from '@naru/contract/inquiries';
import { LIMITS } from '@naru/contract/limits';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { inquiryKeys, moderationKeys } from '../../../entities/keys.ts';
import { auditKeys } from '../../../entities/staff-keys.ts';
import { api } from '../../../lib/api/api.ts';
import { MANUAL_QUERY } from '../../../lib/api/query-client.ts';
import { inquiryQuery } from '../inquiries.queries.ts';

export type InquiryFilter = {
  state?: InquiryState;
  category?: InquiryCategory;
  /** Matches titles and nicknames. */
  query: string;
  assigned?: Assigned;
};

/** Inquiries of all members, newest first; `page` counts from 0. */
export function allInquiriesQuery(filter: InquiryFilter, page: number) {
  const params = { ...filter, page, size: LIMITS.inquiryPageSize };
  return queryOptions({
    queryKey: inquiryKeys.list(params),
    queryFn: ({ signal }) => api('GET /api/inquiries', { query: params, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

/** Fetched when opened and never refetched automatically, because each read by staff is audited. */
export function openedInquiryQuery(id: number) {
  return queryOptions({
    ...inquiryQuery(id),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnMount: 'always',
    ...MANUAL_QUERY,
  });
}

/** Who works on it and what is beside it in the list; reads nothing of the inquiry, so that live events may repeat it. */
export function deskQuery(id: number, filter: InquiryFilter) {
  return queryOptions({
    queryKey: inquiryKeys.desk(id, filter),
    queryFn: ({ signal }) =>
      api('GET /api/inquiry/:id/desk', { params: { id }, query: filter, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

/** The response contains the updated inquiry, which replaces the cached one. */
function useDeskMutation<Input>(
  mutationFn: (input: Input) => Promise<{ message: string; inquiry: InquiryDetail }>,
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess: ({ inquiry }) => client.setQueryData(inquiryQuery(inquiry.id).queryKey, inquiry),
    onSettled: () => {
      void client.invalidateQueries({ queryKey: moderationKeys.all });
      void client.invalidateQueries({ queryKey: auditKeys.all });
      void client.invalidateQueries({ queryKey: inquiryKeys.desks });
      return client.invalidateQueries({ queryKey: inquiryKeys.lists });
    },
  });
}

export function useCompleteInquiry(id: number) {
  return useDeskMutation((answer: string) =>
    api('POST /api/inquiry/:id/complete', { params: { id }, body: { answer } }),
  );
}

export function useFollowUp(id: number) {
  return useDeskMutation((content: string) =>
    api('POST /api/inquiry/:id/follow-up', { params: { id }, body: { content } }),
  );
}

export function useGrantFromInquiry(id: number) {
  return useDeskMutation((_: undefined) => api('POST /api/inquiry/:id/grant', { params: { id } }));
}

export function useGrantAndComplete(id: number) {
  return useDeskMutation((answer: string) =>
    api('POST /api/inquiry/:id/grant-and-complete', { params: { id }, body: { answer } }),
  );
}
