import { newPasswordForm } from '@naru/contract/auth-forms';
import { LIMITS } from '@naru/contract/limits';
import { api } from '../../lib/api/api.ts';
import { ApiError, messageOf } from '../../lib/api/api-error.ts';
import { useSchemaForm } from '../../lib/forms.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { FormAlert } from '../../ui/form-alert.tsx';
import { PasswordInput } from '../../ui/password-input.tsx';
import { toast } from '../../ui/toast.ts';
import { AUTH_TEXTS } from './auth.texts.ts';

type NewPasswordStepProps = {
  username: string;
  onDone: () => void;
  /** The verification expired, so the reset must start again. */
  onExpired: () => void;
};

export function NewPasswordStep({ username, onDone, onExpired }: NewPasswordStepProps) {
  const form = useSchemaForm(
    newPasswordForm,
    { newPassword: '', passwordAgain: '' },
    { mode: 'onTouched' },
  );
  const { register, formState } = form;
  const { errors, isSubmitting } = formState;

  const submit = form.submit(
    async ({ newPassword }) => {
      try {
        const body = { username, newPassword };
        await api('POST /api/member/reset-password/no-login', { body, anonymous: true });
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== 'VERIFICATION_REQUIRED') throw error;
        // A toast, because the form unmounts.
        toast.error(messageOf(error, AUTH_TEXTS.resetFailed));
        return onExpired();
      }
      toast.success(AUTH_TEXTS.resetDone);
      onDone();
    },
    { text: AUTH_TEXTS.resetFailed },
  );

  return (
    <form noValidate className="grid gap-4" onSubmit={submit}>
      <input type="hidden" autoComplete="username" value={username} readOnly />
      <Field
        label="새 비밀번호"
        hint={`${LIMITS.passwordMin}자 이상이면 됩니다.`}
        error={errors.newPassword?.message}
      >
        <PasswordInput {...register('newPassword')} autoComplete="new-password" autoFocus />
      </Field>
      <Field label="새 비밀번호 확인" error={errors.passwordAgain?.message}>
        <PasswordInput {...register('passwordAgain')} autoComplete="new-password" />
      </Field>
      <FormAlert problem={form.problem} />
      <Button type="submit" variant="primary" size="lg" block pending={isSubmitting}>
        비밀번호 바꾸기
      </Button>
    </form>
  );
}
