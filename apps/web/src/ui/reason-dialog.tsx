import { LIMITS } from '@naru/contract/limits';
import { countGraphemes } from '@naru/contract/text';
import { TEXTS } from '@naru/contract/texts';
import { type ReactNode, useState } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { Field } from './field.tsx';
import { TextArea } from './text-area.tsx';

type ReasonDialogProps = {
  title: string;
  /** What happens then, in a sentence or two. */
  lead?: ReactNode;
  /** The words it is about, so that the right ones go. */
  quote?: string;
  label: string;
  hint?: string;
  confirmLabel: string;
  danger?: boolean;
  pending: boolean;
  /** A trimmed reason within the limit. */
  onReason: (reason: string) => void;
  onClose: () => void;
};

/** Asks for the reason of something staff do: required, and kept on record. */
export function ReasonDialog(props: ReasonDialogProps) {
  const { title, lead, quote, label, hint, confirmLabel, danger, pending } = props;
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const count = countGraphemes(reason.trim());
  const submit = () => {
    if (count === 0) setProblem(TEXTS.reasonRequired);
    else if (count > LIMITS.reasonMax) setProblem(TEXTS.reasonLength);
    else props.onReason(reason.trim());
  };
  return (
    <Dialog
      open
      size="sm"
      title={title}
      dismissable={!pending}
      onClose={props.onClose}
      footer={
        <>
          <Button disabled={pending} onClick={props.onClose}>
            취소
          </Button>
          <Button variant={danger ? 'danger' : 'primary'} pending={pending} onClick={submit}>
            {confirmLabel}
          </Button>
        </>
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
        error={problem}
        counter={{ count, max: LIMITS.reasonMax }}
      >
        <TextArea
          data-autofocus
          rows={3}
          value={reason}
          onText={(text) => {
            setReason(text);
            setProblem(null);
          }}
        />
      </Field>
    </Dialog>
  );
}
