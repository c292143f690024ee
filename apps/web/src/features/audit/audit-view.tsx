import { useQuery } from '@tanstack/react-query';
import { History } from 'lucide-react';
import { useState } from 'react';
import { messageOf } from '../../lib/api/api-error.ts';
import { useDebouncedText } from '../../lib/hangul/use-debounced-text.ts';
import { Card } from '../../ui/card.tsx';
import { ListFrame } from '../../ui/list-frame.tsx';
import { type AuditFilter, auditQuery } from './audit.queries.ts';
import { AUDIT_TEXTS } from './audit.texts.ts';
import { AuditFilters, isRangeWrong, NO_AUDIT_FILTER } from './audit-filters.tsx';
import { AuditRow } from './audit-row.tsx';

/** 감사 기록: every staff action, newest first. */
export function AuditView() {
  const [filter, setFilter] = useState<AuditFilter>(NO_AUDIT_FILTER);
  const [page, setPage] = useState(0);
  const actor = useDebouncedText(filter.actor.normalize('NFC').trim());
  // With the days the wrong way round the list stays as it was without the first one.
  const from = isRangeWrong(filter) ? '' : filter.from;
  const found = useQuery(auditQuery({ ...filter, actor, from }, page));
  const { data, error, isPlaceholderData, refetch } = found;
  return (
    <Card as="section" aria-label={AUDIT_TEXTS.list} className="overflow-hidden">
      <AuditFilters
        filter={filter}
        onFilter={(next) => {
          setPage(0);
          setFilter(next);
        }}
      />
      <div className="border-line border-t">
        <ListFrame
          label="감사 기록 페이지 이동"
          failure={
            error && { title: AUDIT_TEXTS.failed, text: messageOf(error, AUDIT_TEXTS.tryLater) }
          }
          onRetry={() => void refetch()}
          page={data?.page}
          onPage={setPage}
          isStale={isPlaceholderData}
          empty={{
            icon: <History size={22} aria-hidden="true" />,
            title: AUDIT_TEXTS.empty,
            text: AUDIT_TEXTS.emptyHint,
          }}
        >
          <ol aria-label={AUDIT_TEXTS.list}>
            {data?.entries.map((entry) => (
              <li key={entry.id} className="border-line border-t first:border-t-0">
                <AuditRow entry={entry} />
              </li>
            ))}
          </ol>
        </ListFrame>
      </div>
    </Card>
  );
}
