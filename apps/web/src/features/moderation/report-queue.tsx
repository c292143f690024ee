import { ASSIGNED } from '@naru/contract/assignees';
import type { PageInfo } from '@naru/contract/inquiries';
import type { Report } from '@naru/contract/moderation';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Siren } from 'lucide-react';
import { useState } from 'react';
import { AssignedFilter, useAssign } from '../../entities/inquiries/assigned.tsx';
import { Beside } from '../../entities/inquiries/beside.tsx';
import { DeskKeys } from '../../entities/inquiries/desk-keys.tsx';
import { DoneLine } from '../../entities/inquiries/done-line.tsx';
import { useHasRole, useMe } from '../../entities/member/me.ts';
import { usePollInterval } from '../../lib/live/live.ts';
import { PATHS } from '../../lib/paths.ts';
import { pageParameter, usePlace } from '../../lib/place.ts';
import { Card } from '../../ui/card.tsx';
import { ConsoleList } from '../../ui/console.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { reportsQuery } from './moderation.queries.ts';
import { primaryAction, type ReportAction, ReportCard, type Suspect } from './report-card.tsx';
import { type DoneReport, ReportDialogs } from './report-dialogs.tsx';
import { ReportGroupCard } from './report-group-card.tsx';
import { groupReports, type ReportGroup } from './report-groups.ts';
import { useCurrentReport } from './use-current-report.ts';

const STATES = [
  { value: 'PROCESSING', label: '처리할 신고' },
  { value: 'COMPLETED', label: '완료한 신고' },
] as const;

/** Console panel 신고, oldest report first; when one is finished the next one has the focus. */
export function ReportQueue({ onSuspend }: { onSuspend: (member: Suspect) => void }) {
  const { choice, oneOf, pageOf, go } = usePlace();
  const state = choice('state', ['PROCESSING', 'COMPLETED']);
  const assigned = oneOf('assigned', ASSIGNED);
  const [opened, setOpened] = useState<{ report: Report; action: ReportAction } | null>(null);
  const [done, setDone] = useState<DoneReport | null>(null);
  const refetchInterval = usePollInterval();
  const found = useQuery({ ...reportsQuery({ state, assigned }, pageOf()), refetchInterval });
  const { data, isPlaceholderData } = found;
  const groups = data && groupReports(data.reports);
  const current = useCurrentReport(isPlaceholderData ? undefined : groups);
  const show = (place: Parameters<typeof go>[0]) => {
    setDone(null);
    go({ ...place, page: undefined, id: undefined });
  };
  const open = (report: Report, action: ReportAction) => {
    current.stayAt(report.inquiryId);
    setOpened({ report, action });
  };
  return (
    <Card as="section" aria-label="신고" className="overflow-hidden">
      <div className="flex flex-wrap items-center gap-3 px-5 py-3.5 max-md:px-4">
        <Segmented
          label="신고 상태"
          items={STATES}
          value={state}
          onChange={(next) => show({ state: next })}
          className="max-md:w-full"
        />
        <AssignedFilter value={assigned} onChoose={(next) => show({ assigned: next })} />
        {data && !isPlaceholderData && (
          <p className="text-ink-3 text-md tabular-nums max-md:order-last max-md:w-full">
            {totalText(data.page, groups)}
          </p>
        )}
        <QueueBar groups={groups ?? []} current={current} onAction={open} />
      </div>
      {done && (
        <div className="px-5 pb-3.5 max-md:px-4">
          <Done key={done.report.inquiryId} done={done} isLast={groups?.length === 0} />
        </div>
      )}
      <div className="border-line border-t" onFocusCapture={current.onFocusCapture}>
        <ConsoleList
          name="신고"
          failed="신고를 불러오지 못했습니다."
          query={found}
          rows={groups}
          keyOf={({ first }) => first.inquiryId}
          onPage={(next) => go({ page: pageParameter(next), id: undefined })}
          empty={{
            icon: <Siren size={22} />,
            title: state === 'PROCESSING' ? '처리할 신고가 없습니다.' : '완료한 신고가 없습니다.',
            text: state === 'PROCESSING' ? '새 신고가 들어오면 여기에 보입니다.' : undefined,
          }}
        >
          {(group) =>
            group.reports.length > 1 ? (
              <ReportGroupCard group={group} onAction={open} onSuspend={onSuspend} />
            ) : (
              <ReportCard
                report={group.first}
                onAction={(action) => open(group.first, action)}
                onSuspend={onSuspend}
              />
            )
          }
        </ConsoleList>
      </div>
      {opened && (
        <ReportDialogs
          {...opened}
          onAction={(action) => setOpened(action && { report: opened.report, action })}
          onDone={(finished) => {
            setDone(finished);
            current.goOnFrom(finished.report.inquiryId);
          }}
        />
      )}
    </Card>
  );
}

type BarProps = {
  groups: readonly ReportGroup[];
  current: ReturnType<typeof useCurrentReport>;
  onAction: (report: Report, action: ReportAction) => void;
};

/** The ways from one report to the other, by buttons and keys. */
function QueueBar({ groups, current, onAction }: BarProps) {
  const { data: me } = useMe();
  const isAdmin = useHasRole('ADMIN');
  const { assign } = useAssign();
  const { at, moveTo } = current;
  const report = groups[at]?.first;
  const wayTo = (to: number) => (groups[to] === undefined ? undefined : () => moveTo(to));
  const [onPrevious, onNext] = [wayTo(at - 1), wayTo(at + 1)];
  if (groups.length === 0) return null;
  const take = () => {
    if (!me || report?.state !== 'PROCESSING' || report.assignee?.id === me.id) return;
    const before = report.assignee?.id ?? null;
    assign({ inquiryId: report.inquiryId, assigneeId: me.id, before });
  };
  const decide = () => {
    const kind = report && primaryAction(report, isAdmin);
    if (kind) onAction(report, { kind });
  };
  return (
    <div className="ml-auto flex items-center gap-4">
      <DeskKeys
        reply="결정"
        actions={{
          next: () => onNext?.(),
          previous: () => onPrevious?.(),
          reply: decide,
          take,
        }}
      />
      <Beside position={at + 1} total={groups.length} onPrevious={onPrevious} onNext={onNext} />
    </div>
  );
}

function Done({ done, isLast }: { done: DoneReport; isLast: boolean }) {
  return (
    <DoneLine takesFocus={isLast}>
      <span className="min-w-0 [overflow-wrap:anywhere]">
        ‘<bdi>{done.report.title}</bdi>’ 신고: {done.text}
      </span>
      {done.isRestorable && (
        <Link
          to={PATHS.admin}
          search={{ menu: 'REMOVED', category: done.report.target?.type }}
          className="font-semibold text-sea underline underline-offset-4"
        >
          ‘삭제된 글’에서 복구
        </Link>
      )}
    </DoneLine>
  );
}

/** The number of reports; also of their targets, if all reports fit on one page. */
function totalText({ totalElements, totalPages }: PageInfo, groups: readonly ReportGroup[] = []) {
  const isGrouped = totalPages === 1 && groups.length < totalElements;
  return isGrouped ? `대상 ${groups.length}건 · 신고 ${totalElements}건` : `${totalElements}건`;
}
