import { ANONYMOUS_NAME } from '@naru/contract/boards';
import type { ReportTargetView } from '@naru/contract/inquiries';
import { JUDGED_TYPES, type JudgedType, type Report } from '@naru/contract/moderation';
import {
  Ban,
  Check,
  History,
  MessageSquareReply,
  MessagesSquare,
  ScanEye,
  Trash2,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { AssigneeMenu } from '../../entities/inquiries/assigned.tsx';
import { useHasRole } from '../../entities/member/me.ts';
import { PersonName } from '../../entities/member/person-name.tsx';
import { PATHS } from '../../lib/paths.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { TARGET_UNKNOWN } from './moderation.queries.ts';
import { REPORT_HEADING } from './report-groups.ts';
import { ReportedBox } from './reported-box.tsx';
import { TargetBox } from './target-box.tsx';

export type Suspect = { id: number; nickname: string };
export type ReportAction = {
  kind: 'complete' | 'keep' | 'remove' | 'history' | 'messages' | 'reveal';
};

type Props = {
  report: Report;
  onAction: (action: ReportAction) => void;
  onSuspend: (member: Suspect) => void;
};

export function ReportCard({ report, onAction, onSuspend }: Props) {
  const { target } = report;
  return (
    <article className="grid gap-3 px-5 py-4 focus-within:shadow-[inset_3px_0_0_var(--color-sea)] max-md:px-4">
      <header className="grid gap-1">
        <CardHead report={report}>
          <bdi>{report.title}</bdi>
        </CardHead>
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-ink-3 text-sm">
          <Reporter report={report} />
          <TimeText date={report.createdAt} kind="list" />
          {report.openReports > 1 && (
            <Badge tone="buoy">같은 대상 신고 {report.openReports}건</Badge>
          )}
        </p>
      </header>
      <p className="line-clamp-6 whitespace-pre-wrap [overflow-wrap:anywhere]">
        <bdi>{report.content}</bdi>
      </p>
      {target ? <TargetBox target={target} /> : <p className="text-ink-3">{TARGET_UNKNOWN}</p>}
      <ReportedBox report={report} />
      <Actions report={report} onAction={onAction} onSuspend={onSuspend} />
    </article>
  );
}

/** The heading, which has the focus while the reader is at the card, and who works on the report. */
export function CardHead({ report, children }: { report: Report; children: ReactNode }) {
  const { inquiryId, target, assignee, state } = report;
  return (
    <div className="flex items-start justify-between gap-3 max-md:flex-wrap">
      <h2
        {...{ [REPORT_HEADING]: inquiryId }}
        tabIndex={-1}
        className="scroll-mt-[calc(var(--header-h)+16px)] font-bold text-lg [overflow-wrap:anywhere]"
      >
        {children}
      </h2>
      {state === 'PROCESSING' && (
        <AssigneeMenu
          inquiryId={inquiryId}
          assignee={assignee}
          isOfContent={isContentTarget(target)}
        />
      )}
    </div>
  );
}

/** What a report asks for first; undefined when the viewer can only look at it. */
export function primaryAction(
  { state, target }: Report,
  isAdmin: boolean,
): ReportAction['kind'] | undefined {
  if (state !== 'PROCESSING') return undefined;
  if (isContentTarget(target)) return 'keep';
  return isAdmin ? 'complete' : undefined;
}

/** Posts, comments and course reviews can be left or removed, and have anonymous writers. */
export function isContentTarget(
  target: ReportTargetView | null,
): target is ReportTargetView & { type: JudgedType } {
  return JUDGED_TYPES.some((type) => type === target?.type);
}

/** Who reported; nothing for MANAGER. */
export function Reporter({ report: { reporterId, reporterNickname } }: Pick<Props, 'report'>) {
  if (reporterNickname === null) return null;
  return (
    <span className="flex items-center gap-1">
      신고한 사람
      <PersonName
        name={reporterNickname}
        memberId={reporterId}
        className="font-semibold text-ink-2"
      />
    </span>
  );
}

/** What is done with the report and its target. */
function Actions(props: Props) {
  const isAdmin = useHasRole('ADMIN');
  return (
    <TargetActions {...props} mayAnswer={isAdmin}>
      {isAdmin && <InquiryLink inquiryId={props.report.inquiryId} />}
    </TargetActions>
  );
}

type TargetActionsProps = Props & {
  /** The one report can be answered without a decision about its target. */
  mayAnswer?: boolean;
  children?: ReactNode;
};

/** What is done with the target of one or several reports. */
export function TargetActions(props: TargetActionsProps) {
  const { report, onAction, onSuspend, mayAnswer = false, children } = props;
  const isAdmin = useHasRole('ADMIN');
  const { target, state } = report;
  const isContent = isContentTarget(target);
  const writer = target?.writerId && { id: target.writerId, nickname: target.writerNickname };
  const act = (kind: ReportAction['kind']) => () => onAction({ kind });
  return (
    <div className="flex flex-wrap items-center gap-2">
      {state === 'PROCESSING' && <Decisions report={report} mayAnswer={mayAnswer} act={act} />}
      {isAdmin && target?.type === 'MESSAGE' && (
        <Button size="sm" icon={<MessagesSquare size={16} />} onClick={act('messages')}>
          신고된 메시지 보기
        </Button>
      )}
      {target && (
        <Button size="sm" icon={<History size={16} />} onClick={act('history')}>
          이전 기록
        </Button>
      )}
      {isAdmin && writer && (
        <Button size="sm" icon={<Ban size={16} />} onClick={() => onSuspend(writer)}>
          이용 정지
        </Button>
      )}
      {isAdmin && isContent && target.writerNickname === ANONYMOUS_NAME && (
        <Button size="sm" icon={<ScanEye size={16} />} onClick={act('reveal')}>
          작성자 확인 요청
        </Button>
      )}
      {children}
    </div>
  );
}

export function InquiryLink({ inquiryId }: Pick<Report, 'inquiryId'>) {
  return (
    <LinkButton
      to={PATHS.admin}
      search={{ menu: 'INQUIRY', id: inquiryId }}
      size="sm"
      variant="ghost"
    >
      문의로 보기
    </LinkButton>
  );
}

type DecisionsProps = {
  report: Report;
  mayAnswer: boolean;
  act: (kind: ReportAction['kind']) => () => void;
};

/** Content is left or removed; other reports, and those of content that is gone, are answered. */
function Decisions({ report: { target }, mayAnswer, act }: DecisionsProps) {
  const isContent = isContentTarget(target);
  return (
    <>
      {isContent && (
        <Button size="sm" variant="primary" icon={<Check size={16} />} onClick={act('keep')}>
          {keepLabel(target)}
        </Button>
      )}
      {isContent && !target.deleted && (
        <Button size="sm" icon={<Trash2 size={16} />} onClick={act('remove')}>
          삭제
        </Button>
      )}
      {mayAnswer && !target?.blinded && (
        <Button
          size="sm"
          variant={isContent ? 'secondary' : 'primary'}
          icon={<MessageSquareReply size={16} />}
          onClick={act('complete')}
        >
          답변하고 완료
        </Button>
      )}
    </>
  );
}

function keepLabel({ deleted, blinded }: ReportTargetView): string {
  if (deleted) return '신고 마치기';
  return blinded ? '다시 공개' : '그대로 두기';
}
