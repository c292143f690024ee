import type { FormEventHandler, ReactNode } from 'react';
import type { FormProblem } from '../lib/forms.ts';
import { Button } from './button.tsx';
import { FormAlert } from './form-alert.tsx';

type SubmitFormProps = {
  onSubmit: FormEventHandler;
  problem: FormProblem | null;
  submitLabel: string;
  pending?: boolean;
  disabled?: boolean;
  /** The fields. */
  children: ReactNode;
};

/** A form whose only button submits it. */
export function SubmitForm(props: SubmitFormProps) {
  const { onSubmit, problem, submitLabel, children, ...button } = props;
  return (
    <form noValidate className="grid gap-4" onSubmit={onSubmit}>
      {children}
      <FormAlert problem={problem} />
      <Button type="submit" variant="primary" size="lg" block {...button}>
        {submitLabel}
      </Button>
    </form>
  );
}
