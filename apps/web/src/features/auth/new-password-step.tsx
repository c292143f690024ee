import { newPasswordField } from '@naru/contract/auth';
import { LIMITS } from '@naru/contract/limits';
import { TEXTS } from '@naru/contract/texts';
import * as z from 'zod/mini';
import { ApiError, fieldErrorOf, messageOf } from '../../lib/api/api-error.ts';
import { useSchemaForm } from '../../lib/forms.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { PasswordInput } from '../../ui/password-input.tsx';
import { toast } from '../../ui/toast.ts';
import { resetPassword } from './auth.calls.ts';
import { AUTH_TEXTS } from './auth.texts.ts';

const schema = z
  .object({
    newPassword: newPasswordField,
    again: z.string().check(z.minLength(1, TEXTS.passwordsRequired)),
  })
  .check(
    z.refine((value) => value.newPassword === value.again.normalize('NFC'), {
      error: TEXTS.passwordMismatch,
      path: ['again'],
    }),
  );

type NewPasswordStepProps = {
  username: string;
  onDone: () => void;
  /** The proof is too old: the reset starts again. */
  onExpired: () => void;
};

/** Last step of the reset: the new password, twice (spec 5). */
export function NewPasswordStep(props: NewPasswordStepProps) {
  const { username, onDone, onExpired } = props;
  const { register, handleSubmit, formState, setError } = useSchemaForm(schema, {
    newPassword: '',
    again: '',
  });
  const { errors, isSubmitting } = formState;

  function refuse(error: unknown) {
    if (error instanceof ApiError && error.code === 'VERIFICATION_REQUIRED') onExpired();
    const complaint = fieldErrorOf(error, 'newPassword');
    if (complaint) setError('newPassword', { message: complaint }, { shouldFocus: true });
    else toast.error(messageOf(error, AUTH_TEXTS.resetFailed));
  }

  const submit = handleSubmit(async ({ newPassword }) => {
    try {
      await resetPassword(username, newPassword);
      toast.success(AUTH_TEXTS.resetDone);
      onDone();
    } catch (error) {
      refuse(error);
    }
  });

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
      <Field label="새 비밀번호 확인" error={errors.again?.message}>
        <PasswordInput {...register('again')} autoComplete="new-password" />
      </Field>
      <Button type="submit" variant="primary" size="lg" block pending={isSubmitting}>
        비밀번호 바꾸기
      </Button>
    </form>
  );
}
