import { answerBody, type InquiryState } from '@naru/contract/inquiries';
import { LIMITS } from '@naru/contract/limits';
import type { Report } from '@naru/contract/moderation';
import { countGraphemes } from '@naru/contract/text';
import { useQuery } from '@tanstack/react-query';
import { Siren } from 'lucide-react';
import { useState } from 'react';
import { useRemoveContent } from '../../entities/moderation/remove-content.ts';
import { TRY_LATER } from '../../lib/api/api-error.ts';
import { useSchemaForm } from '../../lib/forms.ts';
import { usePollInterval } from '../../lib/live/use-live.ts';
import { Card } from '../../ui/card.tsx';
import { ConsoleList } from '../../ui/console-list.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogButtons } from '../../ui/dialog-buttons.tsx';
import { Field } from '../../ui/field.tsx';
import { FormAlert } from '../../ui/form-alert.tsx';
import { ReasonDialog } from '../../ui/reason-dialog.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { toast } from '../../ui/toast.ts';
import { reportsQuery, useCompleteReport } from './moderation.queries.ts';
import { KIND_NAMES } from './moderation.texts.ts';
import { type ReportAction, ReportCard, type Suspect } from './report-card.tsx';
import { RevealRequestDialog } from './reveal-request-dialog.tsx';

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

type ReportDialogsProps = {
  /** A snapshot, because the report may leave the list while the dialog is open. */
  report: Report;
  action: ReportAction;
  onAction: (action: ReportAction | null) => void;
};

/** The dialog of the chosen action. */
function ReportDialogs({ report, action, onAction }: ReportDialogsProps) {
  const remove = useRemoveContent();
  const { target, inquiryId } = report;
  const close = () => onAction(null);
  if (action.kind === 'complete') {
    return <CompleteDialog inquiryId={inquiryId} start={action.answer} onClose={close} />;
  }
  if (target === null || target.type === 'MEMBER') return null;
  const content = { type: target.type, id: target.id };
  if (action.kind === 'reveal') {
    return <RevealRequestDialog content={content} onClose={close} />;
  }
  return (
    <ReasonDialog
      title={`이 ${KIND_NAMES[content.type]}을 삭제할까요?`}
      quote={target.excerpt || target.title}
      label="삭제 사유"
      hint="사유는 감사 기록에 남습니다. 30일 안에 되돌릴 수 있습니다."
      confirmLabel="삭제"
      danger
      failure={{ title: '삭제 실패', text: TRY_LATER }}
      onReason={async (reason) => {
        await remove.mutateAsync({ ...content, reason });
        toast.success('삭제했습니다.');
        onAction({
          kind: 'complete',
          answer: '신고하신 내용을 확인하고 삭제했습니다. 알려 주셔서 감사합니다.',
        });
      }}
      onClose={close}
    />
  );
}

type CompleteProps = { inquiryId: number; start: string; onClose: () => void };

/** Answers the reporter and completes the report; `start` is the initial answer. */
function CompleteDialog({ inquiryId, start, onClose }: CompleteProps) {
  const complete = useCompleteReport();
  const form = useSchemaForm(answerBody, { answer: start });
  const { errors, isSubmitting } = form.formState;

  const submit = form.submit(
    async ({ answer }) => {
      await complete.mutateAsync({ inquiryId, answer });
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
          onCancel={onClose}
          pending={isSubmitting}
        />
      }
    >
      <p className="mb-4 text-ink-2">
        답변은 신고한 회원에게 알림과 이메일로 전해집니다. 완료한 뒤에는 고칠 수 없습니다.
      </p>
      <Field
        label="답변"
        required
        error={errors.answer?.message}
        counter={{ count: countGraphemes(form.watch('answer').trim()), max: LIMITS.inquiryMax }}
      >
        <TextArea data-autofocus rows={5} {...form.register('answer')} />
      </Field>
      <FormAlert problem={form.problem} />
    </Dialog>
  );
}
