import { type SignUpInput, signUpForm } from '@naru/contract/auth-forms';
import { LIMITS } from '@naru/contract/limits';
import { useEffect, useRef } from 'react';
import { PATHS } from '../../app/paths.ts';
import { useSiteConfig } from '../../entities/settings/site-config.ts';
import { useSchemaForm } from '../../lib/forms.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { FormAlert } from '../../ui/form-alert.tsx';
import { PasswordInput } from '../../ui/password-input.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { AUTH_TEXTS } from './auth.texts.ts';
import { ConsentBox } from './consent-box.tsx';

/** Values of the form that the server stores. */
export type SignUpValues = Omit<SignUpInput, 'passwordAgain' | 'terms' | 'privacy'>;

type SignUpFormProps = {
  /** Values typed before the verification step. */
  start: SignUpInput;
  /** The server's last error; wrapped, so that the same error shows again. */
  refusal: { error: unknown } | null;
  notice: string | null;
  onSubmit: (values: SignUpValues, raw: SignUpInput) => void;
};

export function SignUpForm(props: SignUpFormProps) {
  const { start, refusal, notice } = props;
  const form = useSchemaForm(signUpForm, start, { mode: 'onTouched' });
  const { register, formState, getValues } = form;
  const { errors } = formState;

  const refuse = useRef(form.refuse);
  refuse.current = form.refuse;
  useEffect(() => {
    if (refusal === null) return;
    refuse.current(refusal.error, {
      text: AUTH_TEXTS.genericError,
      fieldOf: ({ code }) => (code === 'EMAIL_DOMAIN_DENIED' ? 'email' : undefined),
    });
  }, [refusal]);

  const submit = form.submit(({ passwordAgain: _, terms: __, privacy: ___, ...values }) =>
    props.onSubmit(values, getValues()),
  );

  return (
    <form noValidate className="grid gap-4" onSubmit={submit}>
      {notice && <FormAlert problem={{ text: notice }} />}
      <Field label="학번 또는 교번" required error={errors.username?.message}>
        <TextInput
          {...register('username')}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
        />
      </Field>
      <Field label="이름" required error={errors.name?.message}>
        <TextInput {...register('name')} autoComplete="name" />
      </Field>
      <Field
        label="닉네임"
        required
        error={errors.nickname?.message}
        hint={`글과 댓글에 보이는 이름입니다. 한글, 영문, 숫자 ${LIMITS.nicknameMax}자까지 쓸 수 있습니다.`}
      >
        <TextInput {...register('nickname')} autoComplete="nickname" />
      </Field>
      <Field label="이메일" required error={errors.email?.message} hint={<EmailHint />}>
        <TextInput {...register('email')} type="email" inputMode="email" autoComplete="email" />
      </Field>
      <Field
        label="비밀번호"
        required
        error={errors.password?.message}
        hint={`${LIMITS.passwordMin}자 이상이면 됩니다. 긴 문장도 좋습니다.`}
      >
        <PasswordInput {...register('password')} autoComplete="new-password" />
      </Field>
      <Field label="비밀번호 확인" required error={errors.passwordAgain?.message}>
        <PasswordInput {...register('passwordAgain')} autoComplete="new-password" />
      </Field>
      <div className="grid gap-1 rounded-ctl bg-deck px-4 py-3">
        <ConsentBox
          {...register('terms')}
          document="이용약관"
          to={PATHS.terms}
          error={errors.terms?.message}
        />
        <ConsentBox
          {...register('privacy')}
          document="개인정보 처리방침"
          to={PATHS.privacy}
          error={errors.privacy?.message}
        />
      </div>
      <FormAlert problem={form.problem} />
      <Button type="submit" variant="primary" size="lg" block>
        인증 메일 받기
      </Button>
    </form>
  );
}

/** Which domains may sign up, or which ones grant the role STUDENT at once. */
function EmailHint() {
  const { data } = useSiteConfig();
  if (data === undefined) return null;
  if (data.signupEmailDomains.length > 0) {
    return <>{data.signupEmailDomains.join(', ')} 주소로 가입할 수 있습니다.</>;
  }
  if (data.studentEmailDomains.length === 0) return null;
  return <>학교 메일({data.studentEmailDomains.join(', ')})로 가입하면 바로 글을 쓸 수 있습니다.</>;
}
