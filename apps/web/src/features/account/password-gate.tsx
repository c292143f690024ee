import { TEXTS } from '@naru/contract/texts';
import { useState } from 'react';
import { useMe } from '../../entities/member/me.ts';
import { api } from '../../lib/api/api.ts';
import { messageOf } from '../../lib/api/api-error.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { PasswordInput } from '../../ui/password-input.tsx';
import { ACCOUNT_TEXTS } from './account.texts.ts';

type PasswordGateProps = {
  /** The password was right. */
  onProven: () => void;
  submitLabel?: string;
};

/** Asks for the own password (spec 4 and 5). */
export function PasswordGate({ onProven, submitLabel = '확인' }: PasswordGateProps) {
  const { data: me } = useMe();
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [pending, setPending] = useState(false);

  async function submit() {
    if (password === '') return setProblem(TEXTS.passwordRequired);
    setPending(true);
    setProblem(null);
    try {
      const { message } = await api('POST /api/member/verify-password', { body: { password } });
      if (message) onProven();
      else setProblem(ACCOUNT_TEXTS.gateWrong);
    } catch (error) {
      setProblem(messageOf(error, ACCOUNT_TEXTS.gateFailed));
    } finally {
      setPending(false);
    }
  }

  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (!pending) void submit();
      }}
    >
      <input type="hidden" autoComplete="username" value={me?.username ?? ''} readOnly />
      <Field label="비밀번호" error={problem}>
        <PasswordInput
          value={password}
          onText={(text) => {
            setPassword(text);
            setProblem(null);
          }}
          autoComplete="current-password"
          data-autofocus
        />
      </Field>
      <Button type="submit" variant="primary" size="lg" block pending={pending}>
        {submitLabel}
      </Button>
    </form>
  );
}
