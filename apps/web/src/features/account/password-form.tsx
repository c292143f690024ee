import { passwordChangeBody } from '@naru/contract/account';
import { passwordAgainForm } from '@naru/contract/auth-forms';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api } from '../../lib/api/api.ts';
import { ApiError, fieldErrorOf, isOffline, messageOf } from '../../lib/api/api-error.ts';
import { useSchemaForm } from '../../lib/forms.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { FormAlert } from '../../ui/form-alert.tsx';
import { PasswordInput } from '../../ui/password-input.tsx';
import { toast } from '../../ui/toast.ts';
import { sessionsQuery } from './account.queries.ts';
import { ACCOUNT_TEXTS } from './account.texts.ts';

type Passwords = { currentPassword: string; newPassword: string };
/** Without `field` the whole call failed. */
type Problem = { field?: keyof Passwords; message: string };

const START: Passwords = { currentPassword: '', newPassword: '' };

/** Returns the text of a failure and, if known, the field of the first step that caused it. */
export function passwordFailure(error: unknown): Problem {
  const weak = fieldErrorOf(error, 'newPassword');
  if (weak) return { field: 'newPassword', message: weak };
  if (!(error instanceof ApiError) || isOffline(error)) {
    return { message: ACCOUNT_TEXTS.networkError };
  }
  if (error.status === 401) {
    return { field: 'currentPassword', message: ACCOUNT_TEXTS.currentIncorrect };
  }
  if (error.status === 400) {
    return { field: 'newPassword', message: messageOf(error, ACCOUNT_TEXTS.passwordInvalid) };
  }
  return { message: messageOf(error, `서버 오류가 발생했습니다. (${error.status})`) };
}

/** Changes the password in two steps: current and new, then a repetition of the new one. */
export function PasswordForm({ username }: { username: string }) {
  const client = useQueryClient();
  const [typed, setTyped] = useState(START);
  const [step, setStep] = useState<'start' | 'again' | 'back'>('start');
  const [problem, setProblem] = useState<Problem | null>(null);

  function goBack(next: Passwords, reason: Problem | null) {
    setTyped(next);
    setProblem(reason);
    setStep('back');
  }

  if (step === 'again') {
    return (
      <AgainStep
        username={username}
        passwords={typed}
        onBack={(reason) => goBack(typed, reason)}
        onChanged={() => {
          toast.success(ACCOUNT_TEXTS.passwordChanged);
          void client.invalidateQueries({ queryKey: sessionsQuery.queryKey });
          goBack(START, null);
        }}
      />
    );
  }
  return (
    <FirstStep
      username={username}
      start={typed}
      problem={problem}
      autoFocus={step === 'back'}
      onVerified={(passwords) => {
        setTyped(passwords);
        setStep('again');
      }}
    />
  );
}

type FirstStepProps = {
  username: string;
  start: Passwords;
  /** Failure of the previous attempt. */
  problem: Problem | null;
  autoFocus: boolean;
  onVerified: (passwords: Passwords) => void;
};

function FirstStep({ username, start, problem, autoFocus, onVerified }: FirstStepProps) {
  const form = useSchemaForm(passwordChangeBody, start);
  const { register, formState, setError } = form;
  const { errors, isSubmitting } = formState;

  useEffect(() => {
    if (problem?.field) {
      setError(problem.field, { message: problem.message }, { shouldFocus: true });
    }
  }, [problem, setError]);

  const submit = form.submit(
    async (passwords) => {
      const body = { password: passwords.currentPassword };
      const { message } = await api('POST /api/member/verify-password', { body });
      if (message) return onVerified(passwords);
      const wrong = { message: ACCOUNT_TEXTS.currentIncorrect };
      setError('currentPassword', wrong, { shouldFocus: true });
    },
    { text: ACCOUNT_TEXTS.verifyFailed },
  );

  return (
    <form noValidate className="grid max-w-[420px] gap-4" onSubmit={submit}>
      <input type="hidden" autoComplete="username" value={username} readOnly />
      <Field label="현재 비밀번호" error={errors.currentPassword?.message}>
        <PasswordInput
          {...register('currentPassword')}
          autoComplete="current-password"
          autoFocus={autoFocus}
        />
      </Field>
      <Field label="새 비밀번호" error={errors.newPassword?.message}>
        <PasswordInput {...register('newPassword')} autoComplete="new-password" />
      </Field>
      <FormAlert problem={form.problem} />
      <Button type="submit" variant="primary" pending={isSubmitting} className="justify-self-start">
        다음
      </Button>
    </form>
  );
}

type AgainStepProps = {
  username: string;
  passwords: Passwords;
  /** Null when the user chose to go back. */
  onBack: (problem: Problem | null) => void;
  onChanged: () => void;
};

function AgainStep({ username, passwords, onBack, onChanged }: AgainStepProps) {
  const form = useSchemaForm(passwordAgainForm(passwords.newPassword), { passwordAgain: '' });
  const { errors, isSubmitting } = form.formState;

  const submit = form.submit(async () => {
    try {
      await api('POST /api/member/reset-password', { body: passwords });
      onChanged();
    } catch (error) {
      const failure = passwordFailure(error);
      if (failure.field) onBack(failure);
      else form.setProblem({ text: failure.message });
    }
  });

  return (
    <form noValidate className="grid max-w-[420px] gap-4" onSubmit={submit}>
      <input type="hidden" autoComplete="username" value={username} readOnly />
      <Field label="새 비밀번호 확인" error={errors.passwordAgain?.message}>
        <PasswordInput {...form.register('passwordAgain')} autoComplete="new-password" autoFocus />
      </Field>
      <FormAlert problem={form.problem} />
      <div className="flex gap-2">
        <Button onClick={() => onBack(null)}>이전</Button>
        <Button type="submit" variant="primary" pending={isSubmitting}>
          비밀번호 바꾸기
        </Button>
      </div>
    </form>
  );
}
