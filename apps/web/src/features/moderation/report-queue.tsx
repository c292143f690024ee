import type { InquiryState } from '@naru/contract/inquiries';
import type { Report } from '@naru/contract/moderation';
import { useQuery } from '@tanstack/react-query';
import { Siren } from 'lucide-react';
import { useState } from 'react';
import { usePollInterval } from '../../lib/live/use-live.ts';
import { Card } from '../../ui/card.tsx';
import { ConsoleList } from '../../ui/console-list.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { reportsQuery } from './moderation.queries.ts';
import { type ReportAction, ReportCard, type Suspect } from './report-card.tsx';
import { ReportDialogs } from './report-dialogs.tsx';

const STATES = [
  { value: 'PROCESSING', label: '처리할 신고' },
  { value: 'COMPLETED', label: '완료한 신고' },
] as const;

/** Console panel 신고, oldest report first. */
export function ReportQueue({ onSuspend }: { onSuspend: (member: Suspect) => void }) {
  const [state, setState] = useState<InquiryState>('PROCESSING');
  const [page, setPage] = useState(0);
  const [opened, setOpened] = useState<{ report: Report; action: ReportAction } | null>(null);
  const refetchInterval = usePollInterval();
  const found = useQuery({ ...reportsQuery(state, page), refetchInterval });
  const { data, isPlaceholderData } = found;
  return (
    <Card as="section" aria-label="신고" className="overflow-hidden">
      <div className="flex flex-wrap items-center gap-3 px-5 py-3.5 max-md:px-4">
        <Segmented
          label="신고 상태"
          items={STATES}
          value={state}
          onChange={(next) => {
            setPage(0);
            setState(next);
          }}
          className="max-md:w-full"
        />
        {data && !isPlaceholderData && (
          <p className="text-ink-3 text-md tabular-nums">{data.page.totalElements}건</p>
        )}
      </div>
      <div className="border-line border-t">
        <ConsoleList
          name="신고"
          failed="신고를 불러오지 못했습니다."
          query={found}
          rows={data?.reports}
          keyOf={({ inquiryId }) => inquiryId}
          onPage={setPage}
          empty={{
            icon: <Siren size={22} />,
            title: state === 'PROCESSING' ? '처리할 신고가 없습니다.' : '완료한 신고가 없습니다.',
            text: state === 'PROCESSING' ? '새 신고가 들어오면 이곳에 보입니다.' : undefined,
          }}
        >
          {(report) => (
            <ReportCard
              report={report}
              onAction={(action) => setOpened({ report, action })}
              onSuspend={onSuspend}
            />
          )}
        </ConsoleList>
      </div>
      {opened && (
        <ReportDialogs
          {...opened}
          onAction={(action) => setOpened(action && { report: opened.report, action })}
        />
      )}
    </Card>
  );
}
