import { passwordChangeBody } from '@naru/contract/account';
import { passwordAgainForm } from '@naru/contract/auth-forms';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { api } from '../../lib/api/api.ts';
import { ApiError, fieldErrorOf, isOffline, messageOf } from '../../lib/api/api-error.ts';
import { useSchemaForm } from '../../lib/forms.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { FormAlert } from '../../ui/form-alert.tsx';
import { PasswordInput } from '../../ui/password-input.tsx';
import { toast } from '../../ui/toast.ts';
import { sessionsQuery } from './account.queries.ts';

type Passwords = { currentPassword: string; newPassword: string };
/** Without `field` the whole call failed. */
type Problem = { field?: keyof Passwords; message: string };

const CURRENT_INCORRECT = '현재 비밀번호가 올바르지 않습니다.';
const START: Passwords = { currentPassword: '', newPassword: '' };

/** Returns the text of a failure and, if known, the field of the first step that caused it. */
export function passwordFailure(error: unknown): Problem {
  const weak = fieldErrorOf(error, 'newPassword');
  if (weak) return { field: 'newPassword', message: weak };
  if (!(error instanceof ApiError) || isOffline(error)) {
    return { message: '서버에 연결하지 못했습니다. 네트워크 연결을 확인해 주세요.' };
  }
  if (error.status === 401) return { field: 'currentPassword', message: CURRENT_INCORRECT };
  if (error.status === 400) {
    const message = messageOf(error, '입력한 비밀번호를 다시 확인해 주세요.');
    return { field: 'newPassword', message };
  }
  return { message: messageOf(error, `서버 오류가 발생했습니다. (${error.status})`) };
}

/** Changes the password in two steps: current and new, then a repetition of the new one. */
export function PasswordForm({ username }: { username: string }) {
  const client = useQueryClient();
  const form = useSchemaForm(passwordChangeBody, START);
  const { register, formState, setError } = form;
  const { errors, isSubmitting } = formState;
  /** The passwords of the first step; null while it is open. */
  const [verified, setVerified] = useState<Passwords | null>(null);

  const submit = form.submit(
    async (passwords) => {
      const body = { password: passwords.currentPassword };
      const { message } = await api('POST /api/member/verify-password', { body });
      if (message) return setVerified(passwords);
      setError('currentPassword', { message: CURRENT_INCORRECT }, { shouldFocus: true });
    },
    { text: '비밀번호를 확인하지 못했습니다. 다시 시도해 주세요.' },
  );

  function openFirstStep(values: Passwords, problem: Problem | null) {
    form.reset(values);
    // The fields take the focus only once they are on the page.
    flushSync(() => setVerified(null));
    if (problem?.field) {
      setError(problem.field, { message: problem.message }, { shouldFocus: true });
    } else form.setFocus('currentPassword');
  }

  if (verified) {
    return (
      <AgainStep
        username={username}
        passwords={verified}
        onBack={(problem) => openFirstStep(verified, problem)}
        onChanged={() => {
          toast.success('비밀번호가 변경되었습니다. 다른 기기에서는 로그아웃됩니다.');
          void client.invalidateQueries({ queryKey: sessionsQuery.queryKey });
          openFirstStep(START, null);
        }}
      />
    );
  }
  return (
    <form noValidate className="grid max-w-[420px] gap-4" onSubmit={submit}>
      <input type="hidden" autoComplete="username" value={username} readOnly />
      <Field label="현재 비밀번호" error={errors.currentPassword?.message}>
        <PasswordInput {...register('currentPassword')} autoComplete="current-password" />
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
          비밀번호 변경
        </Button>
      </div>
    </form>
  );
}
