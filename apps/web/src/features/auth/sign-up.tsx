import { LIMITS } from '@naru/contract/limits';
import type { ProviderSignUp } from '@naru/contract/oidc';
import { DONE } from '@naru/contract/texts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { siteConfigQuery } from '../../entities/settings/site-config.ts';
import { api } from '../../lib/api/api.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { Button, Spinner } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.ts';
import { CodeStep, useCode } from './code-step.tsx';
import { NewPasswordForm } from './new-password-form.tsx';
import { loadPendingSignUp, removePendingSignUp, savePendingSignUp } from './pending-sign-up.ts';
import { SignUpForm, type SignUpValues, SignUpWaits } from './sign-up-form.tsx';
import { useLogInJoined } from './use-log-in.ts';

const JOINED = '회원가입이 완료되었습니다.';

const WAITING = {
  checking: '입력한 내용을 확인한 뒤 인증 이메일을 보냅니다.',
};

/** `password`: asks for it again after a reload; `waiting`: staff decide. */
export type SignUpStep = 'form' | keyof typeof WAITING | 'verify' | 'password' | 'waiting';

/**
 * Sign-up: form, e-mail with a code, verification. Once the form was sent, the tab stores everything but the
 * password. An address that the sign-in provider has proven needs no code. Who has joined is logged in.
 */
export function SignUp(props: {
  /** What the sign-in provider brought, if the sign-up began there. */
  provider?: ProviderSignUp | undefined;
  /** Logged in, or not: the login page knows where to go on. */
  onDone: (username: string) => void;
  onStep: (step: SignUpStep) => void;
}) {
  const { onDone, onStep } = props;
  const [provider, setProvider] = useState(props.provider);
  const [stored] = useState(() => storedFor(props.provider));
  const [step, setStep] = useState<SignUpStep>(stored?.step ?? 'form');
  const [values, setValues] = useState(stored && { ...stored.values, password: '' });
  const [verifiedEmail, setVerifiedEmail] = useState(
    stored?.verifiedEmail ?? provenEmail(provider),
  );
  const [refusal, setRefusal] = useState<{ error: unknown } | null>(null);
  const code = useCode({ before: stored?.sent ?? null });
  const { sent } = code;
  const client = useQueryClient();
  const logIn = useLogInJoined();
  const hasJoined = useRef(false);
  useEffect(() => onStep(step), [onStep, step]);
  useEffect(() => {
    if (values === null || hasJoined.current) return;
    const { password: _, ...rest } = values;
    savePendingSignUp({
      values: rest,
      step: stepToStore(step, verifiedEmail === values.email),
      sent,
      verifiedEmail,
      ticket: provider?.ticket,
    });
  }, [step, values, sent, verifiedEmail, provider]);

  function backToForm(error: unknown) {
    setRefusal({ error });
    setStep('form');
  }

  async function join(joining: SignUpValues) {
    const { documentVersions: consent } = await client.ensureQueryData(siteConfigQuery);
    const body = { ...joining, consent, ticket: provider?.ticket };
    try {
      return await api('POST /api/member/join', { body, anonymous: true });
    } catch (error) {
      // The code proved that the address had no account: an earlier join whose response was lost has made
      // this one.
      if (joining.email !== provenEmail(provider) && areTaken(error, ['username', 'email'])) {
        return { waiting: false };
      }
      throw error;
    }
  }

  async function enter({ username, password }: SignUpValues) {
    const isIn = await logIn({ username, password });
    toast.success(isIn ? JOINED : DONE.joined);
    onDone(username);
  }

  async function finish(joining: SignUpValues) {
    try {
      const { waiting } = await join(joining);
      hasJoined.current = true;
      removePendingSignUp();
      if (waiting) return setStep('waiting');
      await enter(joining);
    } catch (error) {
      if (await verifyAgain(error, joining.email)) return;
      if (error instanceof ApiError && error.code === 'OIDC_REFUSED') goOnAlone();
      backToForm(error);
    }
  }

  /** The provider's ticket has expired: a code proves the address instead. */
  function goOnAlone() {
    if (verifiedEmail === provenEmail(provider)) setVerifiedEmail(null);
    setProvider(undefined);
  }

  /** Sends another code when the verification expired; returns false for other errors. */
  async function verifyAgain(error: unknown, email: string): Promise<boolean> {
    if (!(error instanceof ApiError) || error.code !== 'VERIFICATION_REQUIRED') return false;
    setVerifiedEmail(null);
    try {
      await code.send(email);
      setStep('verify');
      toast.info(error.message);
    } catch (refusal) {
      backToForm(refusal);
    }
    return true;
  }

  async function begin(next: SignUpValues) {
    setValues(next);
    setRefusal(null);
    setStep('checking');
    try {
      if (verifiedEmail === next.email) return await finish(next);
      const check = (body: Partial<SignUpValues>) =>
        api('POST /api/auth/check-duplicate', { body, anonymous: true });
      // Brings the cookie that ties the code to this browser, as the response to the next call may get lost.
      await check({});
      const checked = await check(next);
      const { codeSent, resendSeconds = LIMITS.codeResendSeconds } = checked;
      code.note(next.email, resendSeconds, codeSent === false);
      setStep('verify');
    } catch (error) {
      backToForm(error);
    }
  }

  if (step === 'checking' || step === 'waiting') {
    return <PassiveStep step={step} values={values} isByProvider={provider !== undefined} />;
  }
  if (step === 'form' || values === null) {
    const isVerified = verifiedEmail !== null && verifiedEmail === values?.email;
    return (
      <SignUpForm
        start={values}
        provider={provider}
        refusal={refusal}
        notice={formNotice(refusal, isVerified, values?.password === '')}
        onSubmit={(next) => void begin(next)}
      />
    );
  }
  const isPasswordLost = values.password === '';
  return (
    <>
      {step === 'verify' ? (
        <CodeStep
          code={code}
          email={values.email}
          submitLabel={isPasswordLost ? '다음' : '가입 완료'}
          failedText="인증하지 못했습니다. 다시 시도해 주세요."
          onVerified={async () => {
            setVerifiedEmail(values.email);
            if (isPasswordLost) setStep('password');
            else await finish(values);
          }}
        />
      ) : (
        <NewPasswordForm
          username={values.username}
          label="비밀번호"
          submitLabel="가입 완료"
          failedText="가입하지 못했습니다. 다시 시도해 주세요."
          onSubmit={(password) => {
            const joining = { ...values, password };
            setValues(joining);
            return finish(joining);
          }}
        >
          <p className="text-ink-2 text-md">
            이메일 인증을 마쳤습니다. 비밀번호는 기기에 저장하지 않으므로 다시 입력해 주세요.
          </p>
        </NewPasswordForm>
      )}
      <Button variant="ghost" block className="mt-2" onClick={() => setStep('form')}>
        입력한 내용 수정
      </Button>
    </>
  );
}

/** What needs nothing from the applicant. */
function PassiveStep(props: {
  step: keyof typeof WAITING | 'waiting';
  values: SignUpValues | null;
  isByProvider: boolean;
}) {
  const { step, values, isByProvider } = props;
  if (step === 'waiting') {
    return <SignUpWaits email={values?.email ?? ''} isByProvider={isByProvider} />;
  }
  return (
    <div role="status" className="grid justify-items-center gap-4 py-12 text-center">
      <Spinner size={36} />
      <p className="font-semibold">{WAITING[step]}</p>
      <p className="text-ink-3 text-md">잠시만 기다려 주세요.</p>
    </div>
  );
}

function areTaken(error: unknown, fields: readonly string[]): boolean {
  if (!(error instanceof ApiError) || error.code !== 'DUPLICATE') return false;
  return fields.every((name) => error.errors.some(({ field }) => field === name));
}

function provenEmail(provider: ProviderSignUp | undefined): string | null {
  return provider?.isEmailProven ? provider.email : null;
}

/** A sign-up of this tab that began in the same way. */
function storedFor(provider: ProviderSignUp | undefined) {
  const stored = loadPendingSignUp();
  return stored?.ticket === provider?.ticket ? stored : null;
}

function stepToStore(step: SignUpStep, isVerified: boolean) {
  if (step === 'checking' || step === 'waiting') return 'form';
  // A code works once.
  return step === 'verify' && isVerified ? 'password' : step;
}

function formNotice(
  refusal: { error: unknown } | null,
  isVerified: boolean,
  isPasswordLost: boolean,
): string | null {
  const error = refusal?.error;
  if (isVerified && error instanceof ApiError && error.errors.length > 0) {
    return '이메일 인증은 끝났습니다. 표시된 항목을 고친 뒤 다시 진행해 주세요.';
  }
  return isPasswordLost ? '비밀번호는 기기에 저장하지 않으므로 다시 입력해 주세요.' : null;
}
