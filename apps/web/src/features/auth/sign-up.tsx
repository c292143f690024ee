import type { SignUpInput } from '@naru/contract/auth-forms';
import { DONE } from '@naru/contract/texts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { siteConfigQuery } from '../../entities/settings/site-config.ts';
import { api } from '../../lib/api/api.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { Button } from '../../ui/button.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { toast } from '../../ui/toast.ts';
import { CodeStep, useCode } from './code-step.tsx';
import { SignUpForm, type SignUpValues } from './sign-up-form.tsx';

type Step = 'form' | 'loading' | 'verify';

const START: SignUpInput = {
  username: '',
  name: '',
  nickname: '',
  email: '',
  password: '',
  passwordAgain: '',
  terms: false,
  privacy: false,
};

const INTERRUPTION_KEY = 'naru.sign-up';

/** Sign-up: form, e-mail with a code, verification. Typed values stay in memory only. */
export function SignUp({ onDone, onStep }: { onDone: () => void; onStep: (step: Step) => void }) {
  const [step, setStep] = useState<Step>('form');
  const [raw, setRaw] = useState<SignUpInput>(START);
  const [refusal, setRefusal] = useState<{ error: unknown } | null>(null);
  const [notice, setNotice] = useState<string | null>(() =>
    takeInterrupted()
      ? '인증을 마치기 전에 페이지가 새로 열렸습니다. 처음부터 다시 진행해 주세요.'
      : null,
  );
  const values = useRef<SignUpValues | null>(null);
  const verifiedEmail = useRef<string | null>(null);
  const client = useQueryClient();
  const code = useCode();
  useInterruptionMark(step === 'verify');
  useEffect(() => onStep(step), [onStep, step]);

  function backToForm(error: unknown) {
    const hasFieldErrors = error instanceof ApiError && error.errors.length > 0;
    setRefusal({ error });
    setNotice(
      hasFieldErrors && verifiedEmail.current !== null
        ? '이메일 인증은 끝났습니다. 표시된 항목을 고친 뒤 다시 진행해 주세요.'
        : null,
    );
    setStep('form');
  }

  async function finish(joining: SignUpValues) {
    try {
      const { documentVersions: consent } = await client.ensureQueryData(siteConfigQuery);
      const body = { ...joining, consent };
      await api('POST /api/member/join', { body, anonymous: true });
      toast.success(DONE.joined);
      onDone();
    } catch (error) {
      if (await verifyAgain(error, joining)) return;
      backToForm(error);
    }
  }

  /** Sends another code when the verification expired; returns false for other errors. */
  async function verifyAgain(error: unknown, joining: SignUpValues): Promise<boolean> {
    if (!(error instanceof ApiError) || error.code !== 'VERIFICATION_REQUIRED') return false;
    verifiedEmail.current = null;
    try {
      await code.send(joining.email);
      setStep('verify');
      toast.info(error.message);
    } catch (refusal) {
      backToForm(refusal);
    }
    return true;
  }

  async function begin(next: SignUpValues, typed: SignUpInput) {
    const isCodeAlive = values.current?.email === next.email && code.times.resendAt > Date.now();
    values.current = next;
    setRaw(typed);
    setRefusal(null);
    setNotice(null);
    setStep('loading');
    try {
      // Throws before a code is sent when a value is taken or invalid.
      await api('POST /api/auth/check-duplicate', { body: next, anonymous: true });
      if (verifiedEmail.current === next.email) return await finish(next);
      if (!isCodeAlive) await code.send(next.email);
      setStep('verify');
    } catch (error) {
      backToForm(error);
    }
  }

  if (step === 'loading') {
    return (
      <div role="status" className="grid justify-items-center gap-4 py-12 text-center">
        <Spinner size={36} />
        <p className="font-semibold">인증 메일을 보내고 있습니다.</p>
        <p className="text-ink-3 text-md">잠시만 기다려 주세요.</p>
      </div>
    );
  }
  const joining = values.current;
  if (step === 'verify' && joining !== null) {
    return (
      <>
        <CodeStep
          code={code}
          email={joining.email}
          submitLabel="가입 완료"
          failedText="인증에 실패했습니다. 다시 시도해 주세요."
          onVerified={async () => {
            verifiedEmail.current = joining.email;
            await finish(joining);
          }}
        />
        <Button variant="ghost" block className="mt-2" onClick={() => setStep('form')}>
          입력한 내용 고치기
        </Button>
      </>
    );
  }
  return (
    <SignUpForm
      start={raw}
      refusal={refusal}
      notice={notice}
      onSubmit={(next, typed) => void begin(next, typed)}
    />
  );
}

/** Returns true once after a reload interrupted the verification. */
function takeInterrupted(): boolean {
  const found = sessionStorage.getItem(INTERRUPTION_KEY) !== null;
  sessionStorage.removeItem(INTERRUPTION_KEY);
  return found;
}

/** Marks a running verification in the session storage while `active`. */
function useInterruptionMark(active: boolean): void {
  useEffect(() => {
    if (!active) return;
    sessionStorage.setItem(INTERRUPTION_KEY, '1');
    return () => sessionStorage.removeItem(INTERRUPTION_KEY);
  }, [active]);
}
