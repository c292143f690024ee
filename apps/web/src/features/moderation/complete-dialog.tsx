import { answerBody } from '@naru/contract/inquiries';
import { LIMITS } from '@naru/contract/limits';
import { countGraphemes } from '@naru/contract/text';
import { useSchemaForm } from '../../lib/forms.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogButtons } from '../../ui/dialog-buttons.tsx';
import { Field } from '../../ui/field.tsx';
import { FormAlert } from '../../ui/form-alert.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { toast } from '../../ui/toast.ts';
import { useCompleteReport } from './moderation.queries.ts';
import { REPORT_TEXTS } from './moderation.texts.ts';

type Props = { inquiryId: number; start: string; onClose: () => void };

/** Answers the reporter and completes the report; `start` is the initial answer. */
export function CompleteDialog({ inquiryId, start, onClose }: Props) {
  const complete = useCompleteReport();
  const form = useSchemaForm(answerBody, { answer: start });
  const { errors, isSubmitting } = form.formState;

  const submit = form.submit(
    async ({ answer }) => {
      await complete.mutateAsync({ inquiryId, answer });
      toast.success('신고를 완료했습니다.');
      onClose();
    },
    { title: '신고 완료 실패', text: REPORT_TEXTS.tryLater },
  );
  return (
    <Dialog
      open
      title="신고 처리 완료"
      dismissable={!isSubmitting}
      onClose={onClose}
      footer={
        <DialogButtons
          confirmLabel={REPORT_TEXTS.complete}
          onConfirm={submit}
          onCancel={onClose}
          pending={isSubmitting}
        />
      }
    >
      <p className="mb-4 text-ink-2">
        답변은 신고한 회원에게 알림과 메일로 전해집니다. 완료한 뒤에는 고칠 수 없습니다.
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
