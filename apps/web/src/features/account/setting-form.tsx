import type { FormEventHandler, ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { FormAlert } from '../../ui/form-alert.tsx';
import type { FormProgress } from '../../ui/submit-form.tsx';

/** A field with its submit button beside it. */
export function SettingForm(props: {
  form: FormProgress;
  submitLabel?: string;
  isChanged?: boolean;
  onSubmit: FormEventHandler;
  children: ReactNode;
}) {
  const { form, submitLabel = '저장', isChanged = true, onSubmit, children } = props;
  const { isSubmitting } = form.formState;
  return (
    <form noValidate className="grid gap-2" onSubmit={onSubmit}>
      <div className="flex items-start gap-2 *:first:flex-1">
        {children}
        <Button
          type="submit"
          className="mt-7.5 shrink-0"
          pending={isSubmitting}
          disabled={!isChanged}
        >
          {submitLabel}
        </Button>
      </div>
      <FormAlert problem={form.problem} />
    </form>
  );
}
