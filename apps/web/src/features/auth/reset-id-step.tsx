import { verifyIdBody } from '@naru/contract/auth';
import { LIMITS } from '@naru/contract/limits';
import { api } from '../../lib/api/api.ts';
import { useSchemaForm } from '../../lib/forms.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { FormAlert } from '../../ui/form-alert.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { AUTH_TEXTS } from './auth.texts.ts';

export function ResetIdStep(props: {
  onFound: (username: string, maskedEmail: string) => Promise<void>;
}) {
  const form = useSchemaForm(verifyIdBody, { username: '' }, { mode: 'onTouched' });
  const { register, formState } = form;

  const submit = form.submit(
    async (body) => {
      const { email } = await api('POST /api/member/verify-id', { body, anonymous: true });
      await props.onFound(body.username, email);
    },
    {
      text: AUTH_TEXTS.idCheckFailed,
      fieldOf: ({ code }) => (code === 'MEMBER_NOT_FOUND' ? 'username' : undefined),
    },
  );

  return (
    <form noValidate className="grid gap-4" onSubmit={submit}>
      <Field
        label="학번 또는 교번"
        hint="가입할 때 쓴 메일로 인증 코드를 보냅니다."
        error={formState.errors.username?.message}
      >
        <TextInput
          {...register('username')}
          maxLength={LIMITS.resetIdMax}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
        />
      </Field>
      <FormAlert problem={form.problem} />
      <Button type="submit" variant="primary" size="lg" block pending={formState.isSubmitting}>
        인증 코드 받기
      </Button>
    </form>
  );
}
