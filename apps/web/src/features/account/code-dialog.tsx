import { secondFactorCodeBody } from '@naru/contract/second-factor';
import { type Ref, useId } from 'react';
import { Controller } from 'react-hook-form';
import { TRY_LATER } from '../../lib/api/api-error.ts';
import { useSchemaForm } from '../../lib/forms.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogButtons } from '../../ui/dialog-buttons.tsx';
import { Field } from '../../ui/field.tsx';
import { FormAlert } from '../../ui/form-alert.tsx';
import { TextInput } from '../../ui/text-input.tsx';

type CodeDialogProps = {
  title: string;
  /** Explains the consequence. */
  lead: string;
  confirmLabel: string;
  danger?: boolean;
  onCode: (code: string) => Promise<unknown>;
  onClose: () => void;
};

/** Asks for a code of the second factor. */
export function CodeDialog({
  title,
  lead,
  confirmLabel,
  danger,
  onCode,
  onClose,
}: CodeDialogProps) {
  const formId = useId();
  const form = useSchemaForm(secondFactorCodeBody, { code: '' });
  const { errors, isSubmitting, isSubmitted } = form.formState;
  const submit = form.submit(({ code }) => onCode(code), { text: TRY_LATER });
  return (
    <Dialog
      open
      size="sm"
      title={title}
      dismissable={!isSubmitting}
      onClose={onClose}
      footer={
        <DialogButtons
          confirmLabel={confirmLabel}
          form={formId}
          onCancel={onClose}
          pending={isSubmitting}
          danger={danger}
        />
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="grid gap-4">
        <p className="text-ink-2">{lead}</p>
        <Field
          label="인증 코드"
          hint="인증 앱의 숫자 6자리나 복구 코드를 입력해 주세요."
          error={errors.code?.message}
        >
          <Controller
            name="code"
            control={form.control}
            render={({ field }) => (
              <CodeInput
                takesRecoveryCodes
                ref={field.ref}
                value={field.value}
                onText={(code) => form.setValue('code', code, { shouldValidate: isSubmitted })}
              />
            )}
          />
        </Field>
        <FormAlert problem={form.problem} />
      </form>
    </Dialog>
  );
}

type CodeInputProps = {
  ref?: Ref<HTMLInputElement>;
  value: string;
  onText: (text: string) => void;
  /** Recovery codes have letters, which the number pad of a phone has not. */
  takesRecoveryCodes?: boolean;
};

/** For a code of the authenticator app, or a recovery code. */
export function CodeInput({ ref, value, onText, takesRecoveryCodes = false }: CodeInputProps) {
  return (
    <TextInput
      ref={ref}
      value={value}
      onText={onText}
      inputMode={takesRecoveryCodes ? 'text' : 'numeric'}
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={20}
      className="font-bold text-lg tracking-[0.2em]"
      data-autofocus
    />
  );
}
