import { LIMITS } from '@naru/contract/limits';
import type { ContentType } from '@naru/contract/moderation';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { inquiryKeys, objectionKeys } from '../../entities/keys.ts';
import { api } from '../../lib/api/api.ts';

export type ContentRef = { type: ContentType; id: number };

/** `page` counts from 0. */
export function handledListQuery(page: number) {
  return queryOptions({
    queryKey: objectionKeys.list(page),
    queryFn: ({ signal }) =>
      api('GET /api/member/my-handled', { query: { page, size: LIMITS.mineSize }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

export function handledQuery({ type, id }: ContentRef) {
  return queryOptions({
    queryKey: objectionKeys.detail(type, id),
    queryFn: ({ signal }) =>
      api('GET /api/member/my-handled/:type/:id', { params: { type, id }, signal }),
    staleTime: 0,
  });
}

export function useObject({ type, id }: ContentRef) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (content: string) =>
      api('POST /api/member/my-handled/:type/:id/objection', {
        params: { type, id },
        body: { content },
      }),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: objectionKeys.all }),
        client.invalidateQueries({ queryKey: inquiryKeys.all }),
      ]),
  });
}

/** The token of a suspension e-mail replaces a login. */
export function suspensionQuery(token: string) {
  return queryOptions({
    queryKey: objectionKeys.suspension(token),
    queryFn: ({ signal }) =>
      api('POST /api/suspension/read', { body: { token }, signal, anonymous: true }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export function useObjectToSuspension(token: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (content: string) =>
      api('POST /api/suspension/objection', { body: { token, content }, anonymous: true }),
    onSuccess: () => client.invalidateQueries({ queryKey: suspensionQuery(token).queryKey }),
  });
}
