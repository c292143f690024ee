import type { FormEventHandler, ReactNode } from 'react';
import type { FormProblem } from '../lib/forms.ts';
import { Button } from './button.tsx';
import { FormAlert } from './form-alert.tsx';

/** What the parts around the fields show of a `useSchemaForm`. */
export type FormProgress = { problem: FormProblem | null; formState: { isSubmitting: boolean } };

type SubmitFormProps = {
  form: FormProgress;
  onSubmit: FormEventHandler;
  submitLabel: string;
  disabled?: boolean;
  /** The fields. */
  children: ReactNode;
};

/** A form whose only button submits it. */
export function SubmitForm(props: SubmitFormProps) {
  const { form, onSubmit, submitLabel, disabled, children } = props;
  const pending = form.formState.isSubmitting;
  return (
    <form noValidate className="grid gap-4" onSubmit={onSubmit}>
      {children}
      <FormAlert problem={form.problem} />
      <Button type="submit" variant="primary" size="lg" block pending={pending} disabled={disabled}>
        {submitLabel}
      </Button>
    </form>
  );
}
