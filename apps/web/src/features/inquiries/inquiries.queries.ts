import type { inquiryBody } from '@naru/contract/inquiries';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { inquiryKeys } from '../../entities/keys.ts';
import { api } from '../../lib/api/api.ts';

/** Own inquiries, newest first; `page` counts from 0. */
export function myInquiriesQuery(page: number, size: number) {
  return queryOptions({
    queryKey: inquiryKeys.mine(page, size),
    queryFn: ({ signal }) => api('GET /api/inquiries/my', { query: { page, size }, signal }),
    placeholderData: keepPreviousData,
  });
}

/** One of the own inquiries, or any for an ADMIN. */
export function inquiryQuery(id: number) {
  return queryOptions({
    queryKey: inquiryKeys.detail(id),
    queryFn: ({ signal }) => api('GET /api/inquiries/:id', { params: { id }, signal }),
  });
}

export type InquiryInput = z.input<typeof inquiryBody>;

export function useSendInquiry() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: InquiryInput) => api('POST /api/inquiry', { body }),
    onSuccess: () => client.invalidateQueries({ queryKey: inquiryKeys.all }),
  });
}
