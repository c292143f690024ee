import type { EmailKind, EmailState } from '@naru/contract/emails';
import { LIMITS } from '@naru/contract/limits';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { emailKeys } from '../../entities/staff-keys.ts';
import { api } from '../../lib/api/api.ts';
import { MANUAL_QUERY } from '../../lib/api/query-client.ts';

export type EmailFilter = {
  state?: EmailState | undefined;
  kind?: EmailKind | undefined;
  query: string;
};

/** Never refetched automatically, because each call is audited. */
export function emailsQuery(filter: EmailFilter, page: number) {
  return queryOptions({
    queryKey: emailKeys.page(filter, page),
    queryFn: ({ signal }) =>
      api('GET /api/admin/emails', {
        query: { ...filter, page, size: LIMITS.auditPageSize },
        signal,
      }),
    placeholderData: keepPreviousData,
    ...MANUAL_QUERY,
  });
}
