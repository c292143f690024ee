import { passwordBody } from '@naru/contract/account';
import { useCallback, useRef, useState } from 'react';
import { useMe } from '../../entities/member/me.ts';
import { api } from '../../lib/api/api.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { useSchemaForm } from '../../lib/forms.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { PasswordInput } from '../../ui/password-input.tsx';
import { SubmitForm } from '../../ui/submit-form.tsx';

export const GATE_TITLE = '비밀번호 확인';
export const GATE_LEAD = '개인정보를 보호하기 위해 비밀번호를 한 번 더 확인합니다.';
/** For staff who have come to set up a second factor and meet this form first. */
export const FACTOR_DUE_LEAD =
  '운영 기능을 쓰려면 2단계 인증을 켜야 합니다. 먼저 비밀번호를 확인한 뒤, 이어서 열리는 ‘2단계 인증’에서 인증 앱을 등록해 주세요.';

export function PasswordGate({ onProven }: { onProven: () => void }) {
  const { data: me } = useMe();
  const form = useSchemaForm(passwordBody, { password: '' });

  const submit = form.submit(
    async (body) => {
      const { message } = await api('POST /api/member/verify-password', { body });
      if (message) return onProven();
      form.setError(
        'password',
        { message: '비밀번호가 일치하지 않습니다.' },
        { shouldFocus: true },
      );
    },
    { text: '서버 오류가 발생했습니다. 다시 시도해주세요.' },
  );

  return (
    <SubmitForm form={form} onSubmit={submit} submitLabel="확인">
      <input type="hidden" autoComplete="username" value={me?.username ?? ''} readOnly />
      <Field label="비밀번호" error={form.formState.errors.password?.message}>
        <PasswordInput
          {...form.register('password')}
          autoComplete="current-password"
          data-autofocus
        />
      </Field>
    </SubmitForm>
  );
}

/** Asks for the password in a dialog; resolves to false when the user dismisses it. */
export type Prove = () => Promise<boolean>;

/** The user dismissed the password dialog, so no error is shown. */
export function isDismissed(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'REAUTH_REQUIRED';
}

/** Repeats a call after a password prompt on REAUTH_REQUIRED; throws it when that is dismissed. */
export async function withProof<T>(prove: Prove, call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (!isDismissed(error) || !(await prove())) throw error;
    return call();
  }
}

/** Returns `prove`, which opens the password dialog, and the `dialog` that the page must render. */
export function useProve() {
  const [isOpen, setOpen] = useState(false);
  const settle = useRef<(proven: boolean) => void>(() => undefined);
  const prove: Prove = useCallback(() => {
    setOpen(true);
    return new Promise((resolve) => {
      settle.current = resolve;
    });
  }, []);
  const close = (proven: boolean) => {
    setOpen(false);
    settle.current(proven);
  };
  const dialog = (
    <Dialog open={isOpen} onClose={() => close(false)} title={GATE_TITLE} size="sm">
      <p className="mb-4 text-ink-2 text-md">{GATE_LEAD}</p>
      <PasswordGate onProven={() => close(true)} />
    </Dialog>
  );
  return { prove, dialog };
}
