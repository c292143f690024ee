import type { Report } from '@naru/contract/moderation';
import { MessageSquareReply } from 'lucide-react';
import { useHasRole } from '../../entities/member/me.ts';
import { Button } from '../../ui/button.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import {
  CardHead,
  InquiryLink,
  isContentTarget,
  type ReportAction,
  Reporter,
  type Suspect,
  TargetActions,
} from './report-card.tsx';
import type { ReportGroup } from './report-groups.ts';
import { ReportedBox } from './reported-box.tsx';
import { TargetBox } from './target-box.tsx';

type GroupProps = {
  group: ReportGroup;
  onAction: (report: Report, action: ReportAction) => void;
  onSuspend: (member: Suspect) => void;
};

/** Several open reports of one target: decided once, each with what its reporter wrote. */
export function ReportGroupCard({ group: { first, reports }, onAction, onSuspend }: GroupProps) {
  const { target, openReports } = first;
  const isMember = !isContentTarget(target);
  const total = Math.max(openReports, reports.length);
  return (
    <article className="grid gap-3 px-5 py-4 focus-within:shadow-[inset_3px_0_0_var(--color-sea)] max-md:px-4">
      <header className="grid gap-1">
        <CardHead report={first}>같은 대상 신고 {total}건</CardHead>
        <p className="text-ink-3 text-sm">
          {isMember
            ? '신고마다 답변합니다.'
            : '한 번 결정하면 모두 처리되고, 신고한 사람 모두에게 결과를 알립니다.'}
        </p>
      </header>
      {target && <TargetBox target={target} />}
      <ReportedBox report={first} />
      <ul aria-label="신고 내용" className="grid gap-3 border-line border-l-2 pl-4">
        {reports.map((report) => (
          <li key={report.inquiryId} className="grid gap-1">
            <OneOfGroup report={report} onAction={(action) => onAction(report, action)} />
            {hasOther(report, first) && <ReportedBox report={report} />}
          </li>
        ))}
      </ul>
      {total > reports.length && (
        <p className="text-ink-2 text-sm">
          같은 대상의 신고 {total - reports.length}건은 다른 페이지에 있습니다.
        </p>
      )}
      <TargetActions
        report={first}
        onAction={(action) => onAction(first, action)}
        onSuspend={onSuspend}
      />
    </article>
  );
}

/** Whether it was reported with other words than the first report shows. */
function hasOther({ reported: one }: Report, { reported: first }: Report): boolean {
  return one?.title !== first?.title || one?.text !== first?.text;
}

type OneProps = { report: Report; onAction: (action: ReportAction) => void };

function OneOfGroup({ report, onAction }: OneProps) {
  const isAdmin = useHasRole('ADMIN');
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-ink-3 text-sm">
        <strong className="font-semibold text-ink text-md [overflow-wrap:anywhere]">
          <bdi>{report.title}</bdi>
        </strong>
        <Reporter report={report} />
        <TimeText date={report.createdAt} kind="list" />
      </p>
      <p className="line-clamp-6 whitespace-pre-wrap [overflow-wrap:anywhere]">
        <bdi>{report.content}</bdi>
      </p>
      {isAdmin && (
        <div className="-ml-3 flex flex-wrap gap-2">
          {!report.target?.blinded && (
            <Button
              size="sm"
              variant="ghost"
              icon={<MessageSquareReply size={16} />}
              onClick={() => onAction({ kind: 'complete' })}
            >
              이 신고만 답변하고 완료
            </Button>
          )}
          <InquiryLink inquiryId={report.inquiryId} />
        </div>
      )}
    </>
  );
}
