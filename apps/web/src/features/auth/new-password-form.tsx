import { newPasswordForm } from '@naru/contract/auth-forms';
import { LIMITS } from '@naru/contract/limits';
import type { ReactNode } from 'react';
import { useSchemaForm } from '../../lib/forms.ts';
import { Field } from '../../ui/field.tsx';
import { PasswordInput } from '../../ui/password-input.tsx';
import { SubmitForm } from '../../ui/submit-form.tsx';

type NewPasswordFormProps = {
  /** For password managers. */
  username: string;
  /** `비밀번호` or `새 비밀번호` */
  label: string;
  isAskedTwice?: boolean;
  submitLabel: string;
  /** Shown when the server sends no text. */
  failedText: string;
  /** Rejections are shown in the form. */
  onSubmit: (password: string) => Promise<void>;
  /** Above the fields. */
  children?: ReactNode;
};

/** Asks for a new password. */
export function NewPasswordForm(props: NewPasswordFormProps) {
  const { username, label, isAskedTwice = false } = props;
  const start = { newPassword: '', passwordAgain: '' };
  const form = useSchemaForm(newPasswordForm(isAskedTwice), start, { mode: 'onTouched' });
  const { register, formState } = form;
  const { errors } = formState;
  const submit = form.submit(({ newPassword }) => props.onSubmit(newPassword), {
    text: props.failedText,
  });
  return (
    <SubmitForm form={form} onSubmit={submit} submitLabel={props.submitLabel}>
      {props.children}
      <input type="hidden" autoComplete="username" value={username} readOnly />
      <Field
        label={label}
        hint={`${LIMITS.passwordMin}자 이상이면 됩니다.`}
        error={errors.newPassword?.message}
      >
        <PasswordInput {...register('newPassword')} autoComplete="new-password" autoFocus />
      </Field>
      {isAskedTwice && (
        <Field label={`${label} 확인`} error={errors.passwordAgain?.message}>
          <PasswordInput {...register('passwordAgain')} autoComplete="new-password" />
        </Field>
      )}
    </SubmitForm>
  );
}
