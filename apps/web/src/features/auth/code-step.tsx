import { codeForm } from '@naru/contract/auth-forms';
import { LIMITS } from '@naru/contract/limits';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Controller } from 'react-hook-form';
import { api } from '../../lib/api/api.ts';
import { ApiError, messageOf } from '../../lib/api/api-error.ts';
import { useSchemaForm } from '../../lib/forms.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { SubmitForm } from '../../ui/submit-form.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { toast } from '../../ui/toast.ts';

/** The newest code: its address and its times in epoch ms by the browser's clock. */
export type SentCode = {
  email: string;
  endsAt: number;
  resendAt: number;
  /** Only the browser that asked for it can use it. */
  isElsewhere: boolean;
};

/**
 * `signedIn`: the code is for a change of the member's own address. `before`: a code that was sent
 * before a reload.
 */
export function useCode({ signedIn = false, before = null as SentCode | null } = {}) {
  /** Null before the first code. */
  const [sent, setSent] = useState(before);
  const anonymous = !signedIn;

  /** Returns whether this browser can use the newest code. */
  async function send(email: string): Promise<boolean> {
    let untilResend: number = LIMITS.codeResendSeconds;
    let isElsewhere = false;
    try {
      await api('POST /api/auth/email-check', { body: { email }, anonymous });
    } catch (error) {
      untilResend = untilNext(error);
      isElsewhere = sent?.isElsewhere ?? false;
    }
    note(email, untilResend, isElsewhere);
    return !isElsewhere;
  }

  /** Notes a code that another call has sent, and after how many seconds it may be sent again. */
  function note(email: string, untilResend: number, isElsewhere = false): void {
    // From the browser's clock, so that clock skew does not matter.
    const sentAt = Date.now() - (LIMITS.codeResendSeconds - untilResend) * 1000;
    const resendAt = sentAt + LIMITS.codeResendSeconds * 1000;
    setSent({ email, resendAt, endsAt: sentAt + LIMITS.codeSeconds * 1000, isElsewhere });
  }

  const resending = useMutation({
    mutationFn: send,
    onSuccess: (isUsable) => {
      if (isUsable) toast.success('인증 코드를 다시 보냈습니다.');
    },
    onError: (error) => toast.error(messageOf(error, '인증 코드를 다시 보내지 못했습니다.')),
  });

  const verify = (email: string, code: string) =>
    api('POST /api/auth/verify-code', { body: { email, code }, anonymous });

  return { sent, send, note, verify, resend: resending.mutate, resending: resending.isPending };
}

/**
 * Seconds until another code, when the address got one within a minute: mostly by a call whose response was lost.
 * Throws the error otherwise.
 */
function untilNext(error: unknown): number {
  const { code, retryAfter = Number.POSITIVE_INFINITY } = error instanceof ApiError ? error : {};
  if (code === 'CODE_THROTTLED' && retryAfter <= LIMITS.codeResendSeconds) return retryAfter;
  throw error;
}

type CodeStepProps = {
  code: ReturnType<typeof useCode>;
  /** May be masked. */
  email: string;
  submitLabel: string;
  /** Shown when the server sends no text. */
  failedText: string;
  onVerified: () => Promise<void> | void;
  /** Runs the check of the code, such as after a password. */
  within?: (check: () => Promise<unknown>) => Promise<unknown>;
};

export function CodeStep({ code, email, submitLabel, failedText, ...props }: CodeStepProps) {
  const { sent, resending } = code;
  const { onVerified, within = (check) => check() } = props;
  const form = useSchemaForm(codeForm, { code: '' });
  const { control, formState } = form;
  const left = useCountdown(sent?.endsAt ?? 0);
  const untilResend = useCountdown(sent?.resendAt ?? 0);
  const isOver = left === 0;

  const submit = form.submit(
    async (typed) => {
      if (isOver) return;
      await within(() => code.verify(email, typed.code));
      await onVerified();
    },
    {
      text: failedText,
      fieldOf: ({ status }) => (status === 400 || status === 403 ? 'code' : undefined),
    },
  );

  function change(text: string) {
    const digits = text.replace(/\D/g, '').slice(0, LIMITS.codeLength);
    const isNew = digits !== form.getValues('code');
    form.setValue('code', digits, { shouldValidate: formState.isSubmitted });
    if (isNew && digits.length === LIMITS.codeLength) submit();
  }

  function resend() {
    form.clearErrors();
    code.resend(email);
  }

  const isElsewhere = sent?.isElsewhere === true;
  const look = isElsewhere ? { variant: 'primary' as const, block: true } : { size: 'sm' as const };
  const again = (
    <Button {...look} disabled={untilResend > 0} pending={resending} onClick={resend}>
      {untilResend > 0 ? `다시 받기 (${untilResend}초)` : '코드 다시 받기'}
    </Button>
  );

  if (isElsewhere) {
    return (
      <div className="grid gap-4">
        <p className="text-ink-2 text-md">
          <Address>{email}</Address> 주소로 조금 전에 보낸 인증 코드는 요청한 브라우저에서만 쓸 수
          있습니다. 코드를 다시 받아 주세요.
        </p>
        {again}
      </div>
    );
  }
  return (
    <SubmitForm form={form} onSubmit={submit} submitLabel={submitLabel} disabled={isOver}>
      <p className="text-ink-2 text-md">
        <Address>{email}</Address> 주소로 인증 코드를 보냈습니다. 이메일이 보이지 않으면 스팸함도
        확인해 주세요.
      </p>
      <Field
        label="인증 코드"
        error={formState.errors.code?.message}
        hint={isOver ? undefined : '이메일에 적힌 숫자 6자리를 입력해 주세요.'}
      >
        <Controller
          name="code"
          control={control}
          render={({ field }) => (
            <TextInput
              ref={field.ref}
              value={field.value}
              onText={change}
              inputMode="numeric"
              autoComplete="one-time-code"
              autoFocus
              className="font-bold text-lg tracking-[0.3em]"
            />
          )}
        />
      </Field>
      <div className="grid gap-1.5">
        <ProgressBar label="남은 인증 시간" value={left / LIMITS.codeSeconds} />
        <div className="flex min-h-11 items-center justify-between gap-3 text-md">
          <p role="timer" className={isOver ? 'font-semibold text-buoy' : 'text-ink-2'}>
            {isOver
              ? '인증 시간이 지났습니다. 코드를 다시 받아 주세요.'
              : `남은 시간 ${formatCountdown(left)}`}
          </p>
          {again}
        </div>
      </div>
    </SubmitForm>
  );
}

function Address({ children }: { children: string }) {
  return <strong className="font-semibold text-ink">{children}</strong>;
}

/** Whole seconds until `instant` (epoch ms), at least 0; recomputed from the clock on each tick. */
function useCountdown(instant: number): number {
  const [now, setNow] = useState(Date.now);
  const isOver = now >= instant;
  useEffect(() => {
    if (isOver) return;
    const timer = setInterval(() => setNow(Date.now()), 250);
    return () => clearInterval(timer);
  }, [isOver]);
  return Math.max(0, Math.ceil((instant - now) / 1000));
}

/** `4:05` */
function formatCountdown(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
