import { reasonBody } from '@naru/contract/fields';
import { LIMITS } from '@naru/contract/limits';
import { countGraphemes } from '@naru/contract/text';
import type { ReactNode } from 'react';
import { useSchemaForm } from '../lib/forms.ts';
import { Dialog } from './dialog.tsx';
import { DialogButtons } from './dialog-buttons.tsx';
import { Field } from './field.tsx';
import { FormAlert } from './form-alert.tsx';
import { TextArea } from './text-input.tsx';

type ReasonDialogProps = {
  title: string;
  /** Explains the consequence. */
  lead?: ReactNode;
  /** Quotes the content concerned. */
  quote?: string;
  /** Names what the reason is for, such as `staff-removal-12`: the device keeps it until it is sent. */
  draft: string;
  label: string;
  hint?: string;
  /** Below the field, such as texts to put into it. */
  aside?: ReactNode;
  confirmLabel: string;
  danger?: boolean;
  /** Shown when `onReason` throws. */
  failure: { title: string; text?: string };
  /** Called with a trimmed reason within the limit. */
  onReason: (reason: string) => Promise<void>;
  onClose: () => void;
};

/** Asks staff for the required reason of an action, which is recorded. */
export function ReasonDialog(props: ReasonDialogProps) {
  const { title, lead, quote, label, hint, confirmLabel, danger } = props;
  const form = useSchemaForm(reasonBody, { reason: '' }, { draft: props.draft });
  const { errors, isSubmitting: pending } = form.formState;
  const submit = form.submit(({ reason }) => props.onReason(reason), props.failure);
  return (
    <Dialog
      open
      size="sm"
      title={title}
      dismissable={!pending}
      onClose={props.onClose}
      footer={
        <DialogButtons
          confirmLabel={confirmLabel}
          onConfirm={submit}
          onCancel={form.cancel(props.onClose)}
          pending={pending}
          danger={danger}
        />
      }
    >
      {lead && <div className="mb-4 text-ink-2">{lead}</div>}
      {quote && (
        <p className="mb-4 line-clamp-3 border-line-strong border-l-3 pl-3 text-ink-2">
          <bdi>{quote}</bdi>
        </p>
      )}
      <Field
        label={label}
        hint={hint}
        required
        error={errors.reason?.message}
        counter={{ count: countGraphemes(form.watch('reason').trim()), max: LIMITS.reasonMax }}
      >
        <TextArea data-autofocus rows={3} {...form.area('reason')} />
      </Field>
      {props.aside && <div className="mt-2">{props.aside}</div>}
      <FormAlert problem={form.problem} />
    </Dialog>
  );
}
