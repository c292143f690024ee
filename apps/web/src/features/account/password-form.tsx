import { newPasswordField } from '@naru/contract/auth';
import { TEXTS } from '@naru/contract/texts';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { api } from '../../lib/api/api.ts';
import { ApiError, fieldErrorOf, messageOf } from '../../lib/api/api-error.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { PasswordInput } from '../../ui/password-input.tsx';
import { toast } from '../../ui/toast.ts';
import { sessionsQuery } from './account.queries.ts';
import { ACCOUNT_TEXTS } from './account.texts.ts';

type Problem = { field: 'current' | 'next' | 'again'; message: string };
const START = { step: 1, current: '', next: '', again: '' };

/** Spec 8: 400 invalid, 401 wrong current one, other statuses, no answer. */
export function passwordFailure(error: unknown): Problem {
  const weak = fieldErrorOf(error, 'newPassword');
  if (weak) return { field: 'next', message: weak };
  if (!(error instanceof ApiError) || error.status === 0) {
    return { field: 'again', message: ACCOUNT_TEXTS.networkError };
  }
  if (error.status === 401) return { field: 'current', message: ACCOUNT_TEXTS.currentIncorrect };
  if (error.status === 400) {
    return { field: 'next', message: messageOf(error, ACCOUNT_TEXTS.passwordInvalid) };
  }
  return {
    field: 'again',
    message: messageOf(error, `서버 오류가 발생했습니다. (${error.status})`),
  };
}

/** The first thing wrong before the current password is asked about. */
function firstProblem(current: string, next: string): Problem | null {
  if (current === '') return { field: 'current', message: TEXTS.passwordRequired };
  const checked = newPasswordField.safeParse(next);
  if (checked.success) return null;
  const message = checked.error.issues[0]?.message ?? TEXTS.passwordLength;
  return { field: 'next', message };
}

function secondProblem(form: { next: string; again: string }): Problem | null {
  const isSame = form.again.normalize('NFC') === form.next.normalize('NFC');
  return isSame ? null : { field: 'again', message: TEXTS.passwordMismatch };
}

/** The password in two steps: current and new, then the new one again (spec 4). */
export function PasswordForm({ username }: { username: string }) {
  const client = useQueryClient();
  const fields = useRef<HTMLDivElement>(null);
  const [form, setForm] = useState(START);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [pending, setPending] = useState(false);

  const { step } = form;
  const lastStep = useRef(step);
  useEffect(() => {
    // The field that was looked at is gone: its successor takes the focus.
    if (lastStep.current !== step) fields.current?.querySelector('input')?.focus();
    lastStep.current = step;
  }, [step]);

  async function verify() {
    try {
      const body = { password: form.current };
      const { message } = await api('POST /api/member/verify-password', { body });
      if (message) setForm((now) => ({ ...now, step: 2 }));
      else setProblem({ field: 'current', message: ACCOUNT_TEXTS.currentIncorrect });
    } catch (error) {
      setProblem({ field: 'current', message: messageOf(error, ACCOUNT_TEXTS.verifyFailed) });
    }
  }

  async function change() {
    try {
      const body = { currentPassword: form.current, newPassword: form.next };
      await api('POST /api/member/reset-password', { body });
      setForm(START);
      toast.success(ACCOUNT_TEXTS.passwordChanged);
      void client.invalidateQueries({ queryKey: sessionsQuery.queryKey });
    } catch (error) {
      const failure = passwordFailure(error);
      setProblem(failure);
      if (failure.field !== 'again') setForm((now) => ({ ...now, step: 1 }));
    }
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (pending) return;
    const wrong = form.step === 1 ? firstProblem(form.current, form.next) : secondProblem(form);
    setProblem(wrong);
    if (wrong) return;
    setPending(true);
    await (form.step === 1 ? verify() : change());
    setPending(false);
  }

  const field = (name: Problem['field'], label: string, autoComplete: string): ReactNode => (
    <Field label={label} error={problem?.field === name ? problem.message : null}>
      <PasswordInput
        value={form[name]}
        autoComplete={autoComplete}
        onText={(text) => {
          setProblem(null);
          setForm((current) => ({ ...current, [name]: text }));
        }}
      />
    </Field>
  );
  return (
    <form noValidate className="grid max-w-[420px] gap-4" onSubmit={(event) => void submit(event)}>
      <input type="hidden" autoComplete="username" value={username} readOnly />
      <div ref={fields} className="grid gap-4">
        {step === 1 ? (
          <>
            {field('current', '현재 비밀번호', 'current-password')}
            {field('next', '새 비밀번호', 'new-password')}
          </>
        ) : (
          field('again', '새 비밀번호 확인', 'new-password')
        )}
      </div>
      <div className="flex gap-2">
        {form.step === 2 && <Button onClick={() => setForm({ ...form, step: 1 })}>이전</Button>}
        <Button type="submit" variant="primary" pending={pending}>
          {form.step === 1 ? '다음' : '비밀번호 바꾸기'}
        </Button>
      </div>
    </form>
  );
}
