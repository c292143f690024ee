import { type SignUpInput, signUpForm } from '@naru/contract/auth-forms';
import { LIMITS } from '@naru/contract/limits';
import type { ProviderSignUp } from '@naru/contract/oidc';
import { Hourglass } from 'lucide-react';
import { useEffect, useEffectEvent } from 'react';
import { DocumentConsents } from '../../entities/documents/consent-box.tsx';
import { useSiteConfig } from '../../entities/settings/site-config.ts';
import { useSchemaForm } from '../../lib/forms.ts';
import { Field } from '../../ui/field.tsx';
import { FormAlert } from '../../ui/form-alert.tsx';
import { PasswordInput } from '../../ui/password-input.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { SubmitForm } from '../../ui/submit-form.tsx';
import { TextInput } from '../../ui/text-input.tsx';

/** Values of the form that the server stores. */
export type SignUpValues = Omit<SignUpInput, 'terms' | 'privacy'>;

const PROVEN = '학교 로그인으로 확인했습니다.';

const EMPTY: SignUpInput = {
  username: '',
  name: '',
  nickname: '',
  email: '',
  password: '',
  terms: false,
  privacy: false,
};

/** What the provider says of the person is filled in. */
function begun(provider: ProviderSignUp | undefined): SignUpInput {
  const { username, name, email } = provider ?? {};
  return { ...EMPTY, username: username ?? '', name: name ?? '', email: email ?? '' };
}

/** Both documents were accepted when the form was submitted with `values`. */
function filled(values: SignUpValues): SignUpInput {
  return { ...values, terms: true, privacy: true };
}

export function SignUpForm(props: {
  /** As submitted before; null for an empty form. */
  start: SignUpValues | null;
  provider?: ProviderSignUp | undefined;
  /** The server's last error; wrapped, so that the same error shows again. */
  refusal: { error: unknown } | null;
  notice: string | null;
  onSubmit: (values: SignUpValues) => void;
}) {
  const { start, refusal, notice, provider } = props;
  const isProven = provider?.isEmailProven === true;
  const isNumberProven = provider?.username != null;
  const values = start === null ? begun(provider) : filled(start);
  const form = useSchemaForm(signUpForm, values, { mode: 'onTouched' });
  const { register, formState } = form;
  const { errors } = formState;

  const showRefusal = useEffectEvent((error: unknown) =>
    form.refuse(error, {
      text: '가입하지 못했습니다. 다시 시도해 주세요.',
      fieldOf: ({ code }) => (code === 'EMAIL_DOMAIN_DENIED' ? 'email' : undefined),
    }),
  );
  useEffect(() => {
    if (refusal !== null) showRefusal(refusal.error);
  }, [refusal]);

  const submit = form.submit(({ terms: _, privacy: __, ...values }) => props.onSubmit(values));

  return (
    <SubmitForm
      form={form}
      onSubmit={submit}
      submitLabel={isProven ? '가입 완료' : '인증 이메일 받기'}
    >
      {notice && <FormAlert problem={{ text: notice }} />}
      <Field
        label="학번(교번)"
        required
        error={errors.username?.message}
        hint={isNumberProven ? PROVEN : undefined}
      >
        <TextInput
          {...register('username')}
          readOnly={isNumberProven}
          autoFocus={start === null && provider === undefined}
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
      <Field
        label="이메일"
        required
        error={errors.email?.message}
        hint={isProven ? PROVEN : <EmailHint />}
      >
        <TextInput
          {...register('email')}
          readOnly={isProven}
          type="email"
          inputMode="email"
          autoComplete="email"
        />
      </Field>
      <Field
        label="비밀번호"
        required
        error={errors.password?.message}
        hint={`${LIMITS.passwordMin}자 이상이면 됩니다. 긴 문장도 좋습니다.`}
      >
        <PasswordInput {...register('password')} autoComplete="new-password" />
      </Field>
      <DocumentConsents register={register} errors={errors} />
    </SubmitForm>
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
  return (
    <>학교 이메일({data.studentEmailDomains.join(', ')})로 가입하면 바로 글을 쓸 수 있습니다.</>
  );
}

/** After a sign-up that differs from the roster. */
export function SignUpWaits(props: { email: string; isByProvider: boolean }) {
  const { email, isByProvider } = props;
  return (
    <div role="status" className="grid gap-4">
      <EmptyState
        className="py-4"
        icon={<Hourglass size={22} />}
        title="가입 확인을 기다리고 있습니다."
        text="적은 학번(교번), 이름, 이메일이 학과 명부와 달라 운영진이 확인합니다."
      />
      <ul className="grid list-disc gap-1.5 rounded-ctl bg-deck py-3.5 pr-4 pl-8 text-ink-2 text-md">
        <li>
          결과는 <bdi className="font-semibold [overflow-wrap:anywhere]">{email}</bdi> 주소로 알려
          드립니다.
        </li>
        <li>승인되면 방금 정한 비밀번호로 로그인할 수 있습니다. 그 전에는 로그인할 수 없습니다.</li>
        {isByProvider && (
          <li>승인된 뒤 비밀번호로 한 번 로그인해 계정 설정의 ‘계정 연결’에서 연결해 주세요.</li>
        )}
        <li>잘못 적었다면 같은 이메일로 다시 가입해 주세요. 새로 적은 내용으로 바뀝니다.</li>
      </ul>
    </div>
  );
}
