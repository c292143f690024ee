import { passwordBody } from '@naru/contract/account';
import { useMe } from '../../entities/member/me.ts';
import { api } from '../../lib/api/api.ts';
import { useSchemaForm } from '../../lib/forms.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { FormAlert } from '../../ui/form-alert.tsx';
import { PasswordInput } from '../../ui/password-input.tsx';
import { ACCOUNT_TEXTS } from './account.texts.ts';

type PasswordGateProps = {
  onProven: () => void;
  submitLabel?: string;
};

export function PasswordGate({ onProven, submitLabel = '확인' }: PasswordGateProps) {
  const { data: me } = useMe();
  const form = useSchemaForm(passwordBody, { password: '' });
  const { errors, isSubmitting } = form.formState;

  const submit = form.submit(
    async (body) => {
      const { message } = await api('POST /api/member/verify-password', { body });
      if (message) return onProven();
      form.setError('password', { message: ACCOUNT_TEXTS.gateWrong }, { shouldFocus: true });
    },
    { text: ACCOUNT_TEXTS.gateFailed },
  );

  return (
    <form noValidate className="grid gap-4" onSubmit={submit}>
      <input type="hidden" autoComplete="username" value={me?.username ?? ''} readOnly />
      <Field label="비밀번호" error={errors.password?.message}>
        <PasswordInput
          {...form.register('password')}
          autoComplete="current-password"
          data-autofocus
        />
      </Field>
      <FormAlert problem={form.problem} />
      <Button type="submit" variant="primary" size="lg" block pending={isSubmitting}>
        {submitLabel}
      </Button>
    </form>
  );
}
