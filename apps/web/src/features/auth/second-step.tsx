import { LIMITS } from '@naru/contract/limits';
import type { Me } from '@naru/contract/members';
import { secondFactorCodeBody } from '@naru/contract/second-factor';
import { useState } from 'react';
import { Controller } from 'react-hook-form';
import { api } from '../../lib/api/api.ts';
import { ApiError, TRY_LATER } from '../../lib/api/api-error.ts';
import { useSchemaForm } from '../../lib/forms.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { SubmitForm } from '../../ui/submit-form.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { PasskeyButton } from './login-buttons.tsx';
import { type SecondStepOf, useEnter } from './use-log-in.ts';

type SecondStepProps = {
  /** Of the login that asked for this step. */
  step: SecondStepOf;
  onDone: (me: Me) => void;
  /** The step came too late: the password is needed again, and `why` says so. */
  onExpired: (why: string) => void;
};

/** Asks for the code of the authenticator app, or for a recovery code instead. */
export function SecondStep({ step, onDone, onExpired }: SecondStepProps) {
  const { token } = step;
  const [isRecovery, setRecovery] = useState(false);
  const enter = useEnter();
  const form = useSchemaForm(secondFactorCodeBody, { code: '' });
  const { control, formState } = form;

  const submit = form.submit(
    async ({ code }) => {
      const body = { token, code };
      try {
        const tokens = await api('POST /api/member/login/second-step', { body, anonymous: true });
        onDone(await enter(tokens));
      } catch (error) {
        const isOver = error instanceof ApiError && error.code === 'SECOND_STEP_EXPIRED';
        if (!isOver) throw error;
        onExpired(error.message);
      }
    },
    { text: TRY_LATER },
  );

  function change(text: string) {
    const value = isRecovery ? text : digitsOf(text);
    form.setValue('code', value, { shouldValidate: formState.isSubmitted });
  }

  function switchKind() {
    form.reset({ code: '' });
    form.setProblem(null);
    setRecovery(!isRecovery);
  }

  return (
    <>
      <SubmitForm form={form} onSubmit={submit} submitLabel="확인">
        <Field
          key={String(isRecovery)}
          label={isRecovery ? '복구 코드' : '인증 코드'}
          hint={
            isRecovery
              ? '2단계 인증을 켤 때 보관한 코드 가운데 하나입니다. 한 번씩만 쓸 수 있습니다.'
              : '인증 앱에 보이는 숫자 6자리를 입력해 주세요.'
          }
          error={formState.errors.code?.message}
        >
          <Controller
            name="code"
            control={control}
            render={({ field }) => (
              <TextInput
                ref={field.ref}
                value={field.value}
                onText={change}
                inputMode={isRecovery ? 'text' : 'numeric'}
                autoComplete={isRecovery ? 'off' : 'one-time-code'}
                autoCapitalize="none"
                spellCheck={false}
                autoFocus
                placeholder={isRecovery ? 'abcde-fghij' : undefined}
                className="font-bold text-lg tracking-[0.2em]"
              />
            )}
          />
        </Field>
      </SubmitForm>
      {step.hasPasskey && <PasskeyButton token={token} label="패스키로 확인" onDone={onDone} />}
      <Button variant="ghost" block className="mt-2 max-md:min-h-11" onClick={switchKind}>
        {isRecovery ? '인증 앱의 코드로 로그인' : '휴대전화가 없나요? 복구 코드로 로그인'}
      </Button>
    </>
  );
}

/** The digits of a code as it is typed or pasted, also full-width ones of an input method. */
function digitsOf(text: string): string {
  const digits = text.normalize('NFKC').replace(/\D/g, '');
  return digits.slice(0, LIMITS.codeLength);
}
