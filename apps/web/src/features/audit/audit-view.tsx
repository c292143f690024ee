import { useQuery } from '@tanstack/react-query';
import { History } from 'lucide-react';
import { useState } from 'react';
import { useDebouncedText } from '../../lib/hangul/use-debounced-text.ts';
import { Card } from '../../ui/card.tsx';
import { ConsoleList } from '../../ui/console-list.tsx';
import { type AuditFilter, auditQuery } from './audit.queries.ts';
import { AuditFilters, isRangeWrong, NO_AUDIT_FILTER } from './audit-filters.tsx';
import { AuditRow } from './audit-row.tsx';

/** Console panel 감사 기록. */
export function AuditView() {
  const [filter, setFilter] = useState<AuditFilter>(NO_AUDIT_FILTER);
  const [page, setPage] = useState(0);
  const actor = useDebouncedText(filter.actor.normalize('NFC').trim());
  // A reversed range is queried without its start.
  const from = isRangeWrong(filter) ? '' : filter.from;
  const found = useQuery(auditQuery({ ...filter, actor, from }, page));
  return (
    <Card as="section" aria-label="감사 기록" className="overflow-hidden">
      <AuditFilters
        filter={filter}
        onFilter={(next) => {
          setPage(0);
          setFilter(next);
        }}
      />
      <div className="border-line border-t">
        <ConsoleList
          name="감사 기록"
          failed="감사 기록을 불러오지 못했습니다."
          query={found}
          rows={found.data?.entries}
          keyOf={({ id }) => id}
          onPage={setPage}
          empty={{
            icon: <History size={22} />,
            title: '기록이 없습니다.',
            text: '조건에 맞는 기록이 없습니다.',
          }}
        >
          {(entry) => <AuditRow entry={entry} />}
        </ConsoleList>
      </div>
    </Card>
  );
}
