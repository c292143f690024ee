import { WITHDRAWN_NAME } from '@naru/contract/boards';
import { answerBody, type PageInfo, type ReportTargetView } from '@naru/contract/inquiries';
import { LIMITS } from '@naru/contract/limits';
import type { Report } from '@naru/contract/moderation';
import { countGraphemes } from '@naru/contract/text';
import { useQuery } from '@tanstack/react-query';
import { Siren } from 'lucide-react';
import { useState } from 'react';
import { deliveryOf } from '../../entities/inquiries/delivery.ts';
import { useMe } from '../../entities/member/me.ts';
import { TRY_LATER } from '../../lib/api/api-error.ts';
import { useSchemaForm } from '../../lib/forms.ts';
import { usePollInterval } from '../../lib/live/live.ts';
import { usePageInAddress, usePlace } from '../../lib/place.ts';
import { Card } from '../../ui/card.tsx';
import { ConsoleList } from '../../ui/console.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogButtons } from '../../ui/dialog-buttons.tsx';
import { Field } from '../../ui/field.tsx';
import { FormAlert } from '../../ui/form-alert.tsx';
import { ReasonDialog } from '../../ui/reason-dialog.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { TextArea } from '../../ui/text-input.tsx';
import { toast } from '../../ui/toast.ts';
import {
  KIND_NAMES,
  reportsQuery,
  useCompleteReport,
  useDecideReport,
} from './moderation.queries.ts';
import { isContentTarget, type ReportAction, ReportCard, type Suspect } from './report-card.tsx';
import { groupReports, type ReportGroup, ReportGroupCard } from './report-group-card.tsx';
import { ReportedMessagesDialog, ReportHistoryDialog } from './report-history.tsx';
import { RevealRequestDialog } from './reveal-request-dialog.tsx';

const STATES = [
  { value: 'PROCESSING', label: '처리할 신고' },
  { value: 'COMPLETED', label: '완료한 신고' },
] as const;

/** Console panel 신고, oldest report first. */
export function ReportQueue({ onSuspend }: { onSuspend: (member: Suspect) => void }) {
  const { choice, go } = usePlace();
  const state = choice('state', ['PROCESSING', 'COMPLETED']);
  const [page, setPage] = usePageInAddress();
  const [opened, setOpened] = useState<{ report: Report; action: ReportAction } | null>(null);
  const refetchInterval = usePollInterval();
  const found = useQuery({ ...reportsQuery(state, page), refetchInterval });
  const { data, isPlaceholderData } = found;
  const groups = data && groupReports(data.reports);
  return (
    <Card as="section" aria-label="신고" className="overflow-hidden">
      <div className="flex flex-wrap items-center gap-3 px-5 py-3.5 max-md:px-4">
        <Segmented
          label="신고 상태"
          items={STATES}
          value={state}
          onChange={(next) => go({ state: next, page: undefined })}
          className="max-md:w-full"
        />
        {data && !isPlaceholderData && (
          <p className="text-ink-3 text-md tabular-nums">{totalText(data.page, groups)}</p>
        )}
      </div>
      <div className="border-line border-t">
        <ConsoleList
          name="신고"
          failed="신고를 불러오지 못했습니다."
          query={found}
          rows={groups}
          keyOf={({ first }) => first.inquiryId}
          onPage={setPage}
          empty={{
            icon: <Siren size={22} />,
            title: state === 'PROCESSING' ? '처리할 신고가 없습니다.' : '완료한 신고가 없습니다.',
            text: state === 'PROCESSING' ? '새 신고가 들어오면 이곳에 보입니다.' : undefined,
          }}
        >
          {(group) =>
            group.reports.length > 1 ? (
              <ReportGroupCard
                group={group}
                onAction={(report, action) => setOpened({ report, action })}
                onSuspend={onSuspend}
              />
            ) : (
              <ReportCard
                report={group.first}
                onAction={(action) => setOpened({ report: group.first, action })}
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
        />
      )}
    </Card>
  );
}

/** The number of reports; also of their targets, if all reports fit on one page. */
function totalText({ totalElements, totalPages }: PageInfo, groups: readonly ReportGroup[] = []) {
  const isGrouped = totalPages === 1 && groups.length < totalElements;
  return isGrouped ? `대상 ${groups.length}건 · 신고 ${totalElements}건` : `${totalElements}건`;
}

type ReportDialogsProps = {
  /** A snapshot, because the report may leave the list while the dialog is open. */
  report: Report;
  action: ReportAction;
  onAction: (action: ReportAction | null) => void;
};

function ReportDialogs({ report, action, onAction }: ReportDialogsProps) {
  const { target, inquiryId } = report;
  const close = () => onAction(null);
  if (action.kind === 'complete') return <CompleteDialog report={report} onClose={close} />;
  if (action.kind === 'history') {
    return <ReportHistoryDialog inquiryId={inquiryId} onClose={close} />;
  }
  if (action.kind === 'messages') {
    return <ReportedMessagesDialog inquiryId={inquiryId} onClose={close} />;
  }
  if (!isContentTarget(target)) return null;
  const content = { type: target.type, id: target.id };
  if (action.kind === 'reveal') return <RevealRequestDialog content={content} onClose={close} />;
  return (
    <DecideDialog
      report={report}
      target={target}
      isRemoval={action.kind === 'remove'}
      onClose={close}
    />
  );
}

type DecideProps = {
  report: Report;
  target: ReportTargetView;
  isRemoval: boolean;
  onClose: () => void;
};

function DecideDialog({ report, target, isRemoval, onClose }: DecideProps) {
  const decide = useDecideReport();
  const name = KIND_NAMES[target.type];
  const texts = isRemoval
    ? {
        title: `이 ${name}을 삭제할까요?`,
        label: '삭제 사유',
        confirmLabel: '삭제',
        done: '삭제했습니다.',
      }
    : keepTexts(target, name);
  return (
    <ReasonDialog
      title={texts.title}
      quote={target.excerpt || target.title}
      draft={`staff-decision-${report.inquiryId}-${isRemoval ? 'remove' : 'keep'}`}
      label={texts.label}
      hint={`사유는 감사 기록에 남습니다. ${isRemoval ? removalHint(target) : ''}이 ${name}을 신고한 사람 모두에게 결과를 알립니다.`}
      confirmLabel={texts.confirmLabel}
      danger={isRemoval}
      failure={{ title: '신고 처리 실패', text: TRY_LATER }}
      onReason={async (reason) => {
        // Content that is deleted already cannot stay.
        const decision = isRemoval || target.deleted ? 'REMOVE' : 'KEEP';
        await decide.mutateAsync({ inquiryId: report.inquiryId, decision, reason });
        toast.success(texts.done);
        onClose();
      }}
      onClose={onClose}
    />
  );
}

function removalHint({ type }: ReportTargetView): string {
  return type === 'COURSE_REVIEW' ? '되돌릴 수 없습니다. ' : '30일 안에 되돌릴 수 있습니다. ';
}

function keepTexts({ deleted, blinded }: ReportTargetView, name: string) {
  if (deleted) {
    return {
      title: '신고를 마칠까요?',
      label: '메모',
      confirmLabel: '마치기',
      done: '신고를 마쳤습니다.',
    };
  }
  return blinded
    ? {
        title: `이 ${name}을 다시 공개할까요?`,
        label: '공개 사유',
        confirmLabel: '다시 공개',
        done: '다시 공개했습니다.',
      }
    : {
        title: `이 ${name}을 그대로 둘까요?`,
        label: '판단 사유',
        confirmLabel: '그대로 두기',
        done: '그대로 두었습니다.',
      };
}

function deliveryTo({ reporterId: id, reporterNickname, outside }: Report, memberId: number) {
  const hasLeft = reporterNickname === WITHDRAWN_NAME;
  return deliveryOf('신고', { id, hasLeft, isOutside: outside }, memberId);
}

type CompleteProps = { report: Report; onClose: () => void };

/** Answers the reporter and completes the report. */
function CompleteDialog({ report, onClose }: CompleteProps) {
  const { data: me } = useMe();
  const complete = useCompleteReport();
  const draft = `report-answer-${report.inquiryId}`;
  const form = useSchemaForm(answerBody, { answer: '' }, { draft });
  const { errors, isSubmitting } = form.formState;

  const submit = form.submit(
    async ({ answer }) => {
      await complete.mutateAsync({ inquiryId: report.inquiryId, answer });
      toast.success('신고를 완료했습니다.');
      onClose();
    },
    { title: '신고 완료 실패', text: TRY_LATER },
  );
  return (
    <Dialog
      open
      title="신고 처리 완료"
      dismissable={!isSubmitting}
      onClose={onClose}
      footer={
        <DialogButtons
          confirmLabel="답변하고 완료"
          onConfirm={submit}
          onCancel={form.cancel(onClose)}
          pending={isSubmitting}
        />
      }
    >
      <p className="mb-4 text-ink-2">
        {me && deliveryTo(report, me.id)} 완료한 뒤에는 고칠 수 없습니다.
      </p>
      <Field
        label="답변"
        required
        error={errors.answer?.message}
        counter={{ count: countGraphemes(form.watch('answer').trim()), max: LIMITS.inquiryMax }}
      >
        <TextArea data-autofocus rows={5} {...form.area('answer')} />
      </Field>
      <FormAlert problem={form.problem} />
    </Dialog>
  );
}
