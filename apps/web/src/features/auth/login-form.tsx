import { loginBody } from '@naru/contract/auth';
import { TEXTS } from '@naru/contract/texts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '../../lib/api/api-error.ts';
import { useSchemaForm } from '../../lib/forms.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { PasswordInput } from '../../ui/password-input.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { logIn } from './auth.calls.ts';
import { AUTH_TEXTS } from './auth.texts.ts';
import { FormAlert } from './form-alert.tsx';

/** Student number and password; one sentence for every refusal (spec 8). */
export function LoginForm(props: { onDone: () => void }) {
  const client = useQueryClient();
  const [failure, setFailure] = useState<string | null>(null);
  const { register, handleSubmit, formState, setFocus } = useSchemaForm(loginBody, {
    username: '',
    password: '',
  });
  const { errors, isSubmitting } = formState;

  const submit = handleSubmit(async (values) => {
    setFailure(null);
    try {
      await logIn(client, values);
      props.onDone();
    } catch (error) {
      setFailure(messageOf(error, AUTH_TEXTS.genericError));
      setFocus('password', { shouldSelect: true });
    }
  });

  return (
    <form noValidate className="grid gap-4" onSubmit={submit}>
      {failure && <FormAlert>{failure}</FormAlert>}
      <Field label="학번 또는 교번" error={errors.username && TEXTS.usernameRequired}>
        <TextInput
          {...register('username')}
          placeholder="학번"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
        />
      </Field>
      <Field label="비밀번호" error={errors.password?.message}>
        <PasswordInput {...register('password')} autoComplete="current-password" />
      </Field>
      <Button type="submit" variant="primary" size="lg" block pending={isSubmitting}>
        로그인
      </Button>
    </form>
  );
}
