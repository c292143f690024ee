import type { InquiryCategory } from '@naru/contract/choices';
import type { InquiryDetail, InquiryState } from '@naru/contract/inquiries';
import { LIMITS } from '@naru/contract/limits';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { auditKeys } from '../../../entities/audit/audit-keys.ts';
import { inquiryKeys } from '../../../entities/inquiries/inquiry-keys.ts';
import { moderationKeys } from '../../../entities/moderation/moderation-keys.ts';
import { api } from '../../../lib/api/api.ts';
import { MANUAL_QUERY } from '../../../lib/api/query-client.ts';
import { inquiryQuery } from '../inquiries.queries.ts';

export type InquiryFilter = {
  state: InquiryState | '';
  category: InquiryCategory | '';
  /** Looked for in titles and nicknames, on the server. */
  query: string;
};

/** A page of everybody's inquiries, newest first; pages count from 0. */
export function allInquiriesQuery({ state, category, query }: InquiryFilter, page: number) {
  const asked = {
    state: state || undefined,
    category: category || undefined,
    query: query || undefined,
    page,
    size: LIMITS.inquiryPageSize,
  };
  return queryOptions({
    queryKey: inquiryKeys.list(asked),
    queryFn: ({ signal }) => api('GET /api/inquiries', { query: asked, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

/** One of them for staff: each answer is a look on record, so it is asked for when opened, not by itself. */
export function openedInquiryQuery(id: number) {
  return queryOptions({
    ...inquiryQuery(id),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnMount: 'always',
    ...MANUAL_QUERY,
  });
}

/** The answer holds the inquiry as it is then: it replaces the one that is shown. */
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

/** Gives the role that a request asks for. */
export function useGrantFromInquiry(id: number) {
  return useDeskMutation((_: undefined) => api('POST /api/inquiry/:id/grant', { params: { id } }));
}
