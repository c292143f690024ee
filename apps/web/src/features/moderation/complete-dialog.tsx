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
      toast.success(REPORT_TEXTS.done);
      onClose();
    },
    { title: REPORT_TEXTS.completeFailed, text: REPORT_TEXTS.tryLater },
  );
  return (
    <Dialog
      open
      title={REPORT_TEXTS.completeTitle}
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
      <p className="mb-4 text-ink-2">{REPORT_TEXTS.completeLead}</p>
      <Field
        label={REPORT_TEXTS.answer}
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
