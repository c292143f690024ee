import { codeForm } from '@naru/contract/auth-forms';
import { LIMITS } from '@naru/contract/limits';
import { Controller } from 'react-hook-form';
import { useSchemaForm } from '../../lib/forms.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { FormAlert } from '../../ui/form-alert.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import type { CodeTimes } from './use-code.ts';
import { formatCountdown, useCountdown } from './use-countdown.ts';

type CodeStepProps = {
  /** Shown only; may be masked. */
  email: string;
  times: CodeTimes;
  resending: boolean;
  submitLabel: string;
  /** Shown when the server sends no text. */
  failedText: string;
  /** Rejects with the server's error. */
  onSubmit: (code: string) => Promise<void>;
  onResend: () => void;
};

const WRONG_CODE: readonly number[] = [400, 403];

export function CodeStep(props: CodeStepProps) {
  const { email, times, resending } = props;
  const form = useSchemaForm(codeForm, { code: '' });
  const { control, formState } = form;
  const left = useCountdown(times.endsAt);
  const untilResend = useCountdown(times.resendAt);
  const isOver = left === 0;

  const submit = form.submit(({ code }) => (isOver ? undefined : props.onSubmit(code)), {
    text: props.failedText,
    fieldOf: ({ status }) => (WRONG_CODE.includes(status) ? 'code' : undefined),
  });

  function resend() {
    form.clearErrors();
    props.onResend();
  }

  return (
    <form noValidate className="grid gap-4" onSubmit={submit}>
      <p className="text-ink-2 text-md">
        <strong className="font-semibold text-ink">{email}</strong> 주소로 인증 코드를 보냈습니다.
        메일이 보이지 않으면 스팸함도 확인해 주세요.
      </p>
      <Field
        label="인증 코드"
        error={formState.errors.code?.message}
        hint={isOver ? undefined : '메일에 적힌 숫자 6자리를 입력해 주세요.'}
      >
        <Controller
          name="code"
          control={control}
          render={({ field }) => (
            <TextInput
              ref={field.ref}
              value={field.value}
              onText={(text) => field.onChange(text.replace(/\D/g, '').slice(0, LIMITS.codeLength))}
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
          <Button size="sm" disabled={untilResend > 0} pending={resending} onClick={resend}>
            {untilResend > 0 ? `다시 받기 (${untilResend}초)` : '코드 다시 받기'}
          </Button>
        </div>
      </div>
      <FormAlert problem={form.problem} />
      <Button
        type="submit"
        variant="primary"
        size="lg"
        block
        pending={formState.isSubmitting}
        disabled={isOver}
      >
        {props.submitLabel}
      </Button>
    </form>
  );
}
