import type { AuditAction, AuditTarget } from '@naru/contract/audit';
import { LIMITS } from '@naru/contract/limits';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { auditKeys } from '../../entities/staff-keys.ts';
import { api, apiFile } from '../../lib/api/api.ts';
import { koreanDay } from '../../lib/format/dates.ts';
import { saveFile } from '../../lib/save-file.ts';

export type AuditFilter = {
  action?: AuditAction;
  /** Part of the actor's nickname. */
  actor: string;
  targetType?: AuditTarget;
  /** Korean days (YYYY-MM-DD), inclusive; empty for no bound. */
  from: string;
  to: string;
};

/** Newest first; `page` counts from 0. */
export function auditQuery(filter: AuditFilter, page: number) {
  const query = { ...filter, page, size: LIMITS.auditPageSize };
  return queryOptions({
    queryKey: auditKeys.page(query),
    queryFn: ({ signal }) => api('GET /api/admin/audit', { query, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

/** Downloads all matching entries. */
export async function exportAudit(filter: AuditFilter): Promise<void> {
  const file = await apiFile('GET /api/admin/audit/export', { query: filter });
  saveFile(file, `감사-기록-${koreanDay(Date.now())}.csv`);
}
