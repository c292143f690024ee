import type { InquiryState } from '@naru/contract/inquiries';
import type { Report } from '@naru/contract/moderation';
import { useQuery } from '@tanstack/react-query';
import { Siren } from 'lucide-react';
import { useState } from 'react';
import { messageOf } from '../../lib/api/api-error.ts';
import { usePollInterval } from '../../lib/live/use-live.ts';
import { Card } from '../../ui/card.tsx';
import { ListFrame } from '../../ui/list-frame.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { reportsQuery } from './moderation.queries.ts';
import { REPORT_TEXTS } from './moderation.texts.ts';
import { ReportCard, type ReportDeed, type Suspect } from './report-card.tsx';
import { ReportDialogs } from './report-dialogs.tsx';

const STATES = [
  { value: 'PROCESSING', label: REPORT_TEXTS.processing },
  { value: 'COMPLETED', label: REPORT_TEXTS.completed },
] as const;

type Props = {
  /** Opens what suspends a member. */
  onSuspend: (member: Suspect) => void;
};

/** 신고: reports that wait, the oldest first. */
export function ReportQueue({ onSuspend }: Props) {
  const [state, setState] = useState<InquiryState>('PROCESSING');
  const [page, setPage] = useState(0);
  const [asked, setAsked] = useState<{ report: Report; deed: ReportDeed } | null>(null);
  const refetchInterval = usePollInterval();
  const found = useQuery({ ...reportsQuery(state, page), refetchInterval });
  const { data, error, isPlaceholderData, refetch } = found;
  return (
    <Card as="section" aria-label={REPORT_TEXTS.list} className="overflow-hidden">
      <div className="flex flex-wrap items-center gap-3 px-5 py-3.5 max-md:px-4">
        <Segmented
          label={REPORT_TEXTS.filter}
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
        <ListFrame
          label="신고 페이지 이동"
          failure={
            error && { title: REPORT_TEXTS.failed, text: messageOf(error, REPORT_TEXTS.tryLater) }
          }
          onRetry={() => void refetch()}
          page={data?.page}
          onPage={setPage}
          isStale={isPlaceholderData}
          empty={{
            icon: <Siren size={22} aria-hidden="true" />,
            title: state === 'PROCESSING' ? REPORT_TEXTS.empty : REPORT_TEXTS.emptyDone,
            text: state === 'PROCESSING' ? REPORT_TEXTS.emptyHint : undefined,
          }}
        >
          <ul aria-label={REPORT_TEXTS.list}>
            {data?.reports.map((report) => (
              <li key={report.inquiryId} className="border-line border-t first:border-t-0">
                <ReportCard
                  report={report}
                  onAsk={(deed) => setAsked({ report, deed })}
                  onSuspend={onSuspend}
                />
              </li>
            ))}
          </ul>
        </ListFrame>
      </div>
      {asked && (
        <ReportDialogs
          {...asked}
          onDeed={(deed) => setAsked(deed && { report: asked.report, deed })}
        />
      )}
    </Card>
  );
}
