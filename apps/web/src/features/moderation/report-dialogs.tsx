import { ANONYMOUS_NAME, WITHDRAWN_NAME } from '@naru/contract/boards';
import { answerBody, type ReportTargetView } from '@naru/contract/inquiries';
import { LIMITS } from '@naru/contract/limits';
import type { Report } from '@naru/contract/moderation';
import { countGraphemes } from '@naru/contract/text';
import { deliveryOf } from '../../entities/inquiries/delivery.ts';
import { useMe } from '../../entities/member/me.ts';
import { TemplateMenu } from '../../entities/reply-templates/template-menu.tsx';
import { TRY_LATER } from '../../lib/api/api-error.ts';
import { useSchemaForm } from '../../lib/forms.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogButtons } from '../../ui/dialog-buttons.tsx';
import { Field } from '../../ui/field.tsx';
import { FormAlert } from '../../ui/form-alert.tsx';
import { ReasonDialog } from '../../ui/reason-dialog.tsx';
import { TextArea } from '../../ui/text-input.tsx';
import { KIND_NAMES, useCompleteReport, useDecideReport } from './moderation.queries.ts';
import { isContentTarget, type ReportAction } from './report-card.tsx';
import { ReportedMessagesDialog, ReportHistoryDialog } from './report-history.tsx';
import { RevealRequestDialog } from './reveal-request-dialog.tsx';

/** What was done with a report. */
export type DoneReport = {
  report: Report;
  text: string;
  /** Removed content can be brought back from its panel. */
  isRestorable: boolean;
};

type ReportDialogsProps = {
  /** A snapshot, because the report may leave the list while the dialog is open. */
  report: Report;
  action: ReportAction;
  onAction: (action: ReportAction | null) => void;
  onDone: (done: DoneReport) => void;
};

/** The dialog of an action on a report. */
export function ReportDialogs({ report, action, onAction, onDone }: ReportDialogsProps) {
  const { target, inquiryId } = report;
  const close = () => onAction(null);
  if (action.kind === 'complete')
    return <CompleteDialog report={report} onDone={onDone} onClose={close} />;
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
      onDone={onDone}
      onClose={close}
    />
  );
}

type DecideProps = {
  report: Report;
  target: ReportTargetView;
  isRemoval: boolean;
  onDone: (done: DoneReport) => void;
  onClose: () => void;
};

function DecideDialog({ report, target, isRemoval, onDone, onClose }: DecideProps) {
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
      aside={<TemplateMenu kind="REASON" name={nameOf(target)} />}
      confirmLabel={texts.confirmLabel}
      danger={isRemoval}
      failure={{ title: '신고를 처리하지 못했습니다.', text: TRY_LATER }}
      onReason={async (reason) => {
        // Content that is deleted already cannot stay.
        const decision = isRemoval || target.deleted ? 'REMOVE' : 'KEEP';
        await decide.mutateAsync({ inquiryId: report.inquiryId, decision, reason });
        onClose();
        const isRestorable = isRemoval && target.type !== 'COURSE_REVIEW';
        onDone({ report, text: texts.done, isRestorable });
      }}
      onClose={onClose}
    />
  );
}

/** The author reads the reason; who wrote without a name gets none here either. */
function nameOf({ writerNickname }: ReportTargetView): string {
  const isKnown = writerNickname !== ANONYMOUS_NAME && writerNickname !== WITHDRAWN_NAME;
  return isKnown ? writerNickname : '작성자';
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

type CompleteProps = {
  report: Report;
  onDone: (done: DoneReport) => void;
  onClose: () => void;
};

/** Answers the reporter and completes the report. */
function CompleteDialog({ report, onDone, onClose }: CompleteProps) {
  const { data: me } = useMe();
  const complete = useCompleteReport();
  const draft = `report-answer-${report.inquiryId}`;
  const form = useSchemaForm(answerBody, { answer: '' }, { draft });
  const { errors, isSubmitting } = form.formState;

  const submit = form.submit(
    async ({ answer }) => {
      await complete.mutateAsync({ inquiryId: report.inquiryId, answer });
      onClose();
      onDone({ report, text: '신고를 완료했습니다.', isRestorable: false });
    },
    { title: '신고를 완료하지 못했습니다.', text: TRY_LATER },
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
        {me && deliveryTo(report, me.id)} 완료한 뒤에는 수정할 수 없습니다.
      </p>
      <Field
        label="답변"
        required
        error={errors.answer?.message}
        counter={{ count: countGraphemes(form.watch('answer').trim()), max: LIMITS.inquiryMax }}
      >
        <TextArea data-autofocus rows={5} {...form.area('answer')} />
      </Field>
      <div className="mt-2">
        <TemplateMenu kind="ANSWER" name={report.reporterNickname ?? '회원'} />
      </div>
      <FormAlert problem={form.problem} />
    </Dialog>
  );
}
