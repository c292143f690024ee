import { loginBody } from '@naru/contract/auth';
import { TEXTS } from '@naru/contract/texts';
import { useState } from 'react';
import { useSchemaForm } from '../../lib/forms.ts';
import { Field } from '../../ui/field.tsx';
import { PasswordInput } from '../../ui/password-input.tsx';
import { SubmitForm } from '../../ui/submit-form.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { type Entered, useLogIn } from './use-log-in.ts';

/** `username` is filled in. */
export function LoginForm(props: {
  username?: string | undefined;
  onDone: (entered: Entered) => void;
}) {
  const { username = '' } = props;
  // A dialog that is still open, such as the farewell after a withdrawal, keeps the focus.
  const [isCovered] = useState(() => document.querySelector('[data-modal]') !== null);
  const logIn = useLogIn();
  const form = useSchemaForm(loginBody, { username, password: '' }, { mode: 'onTouched' });
  const { register, formState, refuse, setFocus } = form;
  const { errors } = formState;

  const submit = form.submit(async (body) => {
    try {
      props.onDone(await logIn(body));
    } catch (error) {
      refuse(error, { text: '로그인하지 못했습니다. 다시 시도해 주세요.' });
      setFocus('password', { shouldSelect: true });
    }
  });

  return (
    <SubmitForm form={form} onSubmit={submit} submitLabel="로그인">
      <Field label="학번(교번)" error={errors.username && TEXTS.usernameRequired}>
        <TextInput
          {...register('username')}
          placeholder="학번(교번)"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus={username === '' && !isCovered}
        />
      </Field>
      <Field label="비밀번호" error={errors.password?.message}>
        <PasswordInput
          {...register('password')}
          autoComplete="current-password"
          autoFocus={username !== '' && !isCovered}
        />
      </Field>
    </SubmitForm>
  );
}
