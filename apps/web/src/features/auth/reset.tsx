import { verifyIdBody } from '@naru/contract/auth';
import { LIMITS } from '@naru/contract/limits';
import { useState } from 'react';
import { api } from '../../lib/api/api.ts';
import { ApiError, messageOf } from '../../lib/api/api-error.ts';
import { useSchemaForm } from '../../lib/forms.ts';
import { Field } from '../../ui/field.tsx';
import { SubmitForm } from '../../ui/submit-form.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { toast } from '../../ui/toast.ts';
import { CodeStep, useCode } from './code-step.tsx';
import { NewPasswordForm } from './new-password-form.tsx';

const RESET_FAILED = '비밀번호를 재설정하지 못했습니다. 다시 시도해 주세요.';

type Step = 'id' | 'code' | 'password';

const STEPS: { step: Step; label: string }[] = [
  { step: 'id', label: '학번(교번) 확인' },
  { step: 'code', label: '이메일 인증' },
  { step: 'password', label: '새 비밀번호' },
];

export function Reset(props: { onDone: (username: string) => void }) {
  const [step, setStep] = useState<Step>('id');
  const [{ username, email }, setAccount] = useState({ username: '', email: '' });
  const code = useCode();

  return (
    <>
      <ResetSteps current={step} />
      {step === 'id' && (
        <ResetIdStep
          onFound={(found, { email: masked, resendSeconds, codeSent }) => {
            code.note(masked, resendSeconds, !codeSent);
            setAccount({ username: found, email: masked });
            setStep('code');
          }}
        />
      )}
      {step === 'code' && (
        <CodeStep
          code={code}
          email={email}
          submitLabel="인증하기"
          failedText="인증 코드를 확인하지 못했습니다. 다시 시도해 주세요."
          onVerified={() => setStep('password')}
        />
      )}
      {step === 'password' && (
        <NewPasswordStep
          username={username}
          onDone={props.onDone}
          onExpired={() => setStep('id')}
        />
      )}
    </>
  );
}

function ResetSteps(props: { current: Step }) {
  const position = STEPS.findIndex(({ step }) => step === props.current);
  return (
    <ol className="mb-6 flex gap-2" aria-label="재설정 단계">
      {STEPS.map(({ step, label }, index) => (
        <li
          key={step}
          aria-current={index === position ? 'step' : undefined}
          className={
            index <= position
              ? 'flex-1 border-sea border-t-[3px] pt-2 font-semibold text-sea text-sm'
              : 'flex-1 border-line border-t-[3px] pt-2 text-ink-3 text-sm'
          }
        >
          {index + 1}. {label}
        </li>
      ))}
    </ol>
  );
}

/** What `verify-id` returns. */
type Found = { email: string; resendSeconds: number; codeSent: boolean };

type ResetIdStepProps = {
  onFound: (username: string, found: Found) => void;
};

function ResetIdStep(props: ResetIdStepProps) {
  const form = useSchemaForm(verifyIdBody, { username: '' }, { mode: 'onTouched' });
  const { register, formState } = form;

  const submit = form.submit(
    async (body) => {
      const found = await api('POST /api/member/verify-id', { body, anonymous: true });
      props.onFound(body.username, found);
    },
    {
      text: '학번(교번)을 확인하지 못했습니다. 다시 시도해 주세요.',
      fieldOf: ({ code }) => (code === 'MEMBER_NOT_FOUND' ? 'username' : undefined),
    },
  );

  return (
    <SubmitForm form={form} onSubmit={submit} submitLabel="인증 코드 받기">
      <Field
        label="학번(교번)"
        hint="가입할 때 쓴 이메일로 인증 코드를 보냅니다."
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
    </SubmitForm>
  );
}

type NewPasswordStepProps = {
  username: string;
  onDone: (username: string) => void;
  /** The verification expired, so the reset must start again. */
  onExpired: () => void;
};

function NewPasswordStep({ username, onDone, onExpired }: NewPasswordStepProps) {
  async function reset(newPassword: string) {
    try {
      const body = { username, newPassword };
      await api('POST /api/member/reset-password/no-login', { body, anonymous: true });
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'VERIFICATION_REQUIRED') throw error;
      // A toast, because the form unmounts.
      toast.error(messageOf(error, RESET_FAILED));
      return onExpired();
    }
    toast.success('비밀번호를 변경했습니다. 새 비밀번호로 로그인해 주세요.');
    onDone(username);
  }

  return (
    <NewPasswordForm
      username={username}
      label="새 비밀번호"
      isAskedTwice
      submitLabel="비밀번호 변경"
      failedText={RESET_FAILED}
      onSubmit={reset}
    />
  );
}
