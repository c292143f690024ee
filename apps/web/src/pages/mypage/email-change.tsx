import { emailField } from '@naru/contract/auth';
import { useState } from 'react';
import { useShowMe } from '../../features/account/account.queries.ts';
import { ACCOUNT_TEXTS } from '../../features/account/account.texts.ts';
import { type Prove, withProof } from '../../features/account/with-proof.ts';
import { CodeStep } from '../../features/auth/code-step.tsx';
import { useCode } from '../../features/auth/use-code.ts';
import { api } from '../../lib/api/api.ts';
import { messageOf } from '../../lib/api/api-error.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { toast } from '../../ui/toast.ts';

type EmailChangeProps = { current: string; prove: Prove };

/** Address, code to the new address, saved (spec 4 and 5, decisions 156). */
export function EmailChange({ current, prove }: EmailChangeProps) {
  const show = useShowMe();
  const code = useCode(ACCOUNT_TEXTS.emailFailed, { signedIn: true });
  const [text, setText] = useState(current);
  const [address, setAddress] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [pending, setPending] = useState(false);

  async function send() {
    const checked = emailField.safeParse(text);
    if (!checked.success) return setProblem(checked.error.issues[0]?.message ?? null);
    const email = checked.data;
    if (email === current) return setProblem(ACCOUNT_TEXTS.emailUnchanged);
    setPending(true);
    setProblem(null);
    try {
      await code.send(email);
      setAddress(email);
    } catch (error) {
      setProblem(messageOf(error, ACCOUNT_TEXTS.emailSendFailed));
    } finally {
      setPending(false);
    }
  }

  async function save(email: string) {
    try {
      await withProof(prove, () => api('POST /api/member/set-email', { body: { email } }));
      show({ email });
      setText(email);
      setAddress(null);
      toast.success(ACCOUNT_TEXTS.emailSaved);
    } catch (error) {
      setProblem(messageOf(error, ACCOUNT_TEXTS.emailFailed));
      setAddress(null);
    }
  }

  if (address !== null && code.times) {
    return (
      <div className="grid max-w-[420px] gap-3">
        <CodeStep
          email={address}
          times={code.times}
          error={code.error}
          pending={code.pending}
          resending={code.resending}
          submitLabel="이메일 바꾸기"
          onSubmit={(digits) => void code.prove(address, digits, () => save(address))}
          onResend={() => void code.resend(address)}
        />
        <Button variant="ghost" onClick={() => setAddress(null)}>
          다른 주소 쓰기
        </Button>
      </div>
    );
  }
  return (
    <form
      noValidate
      className="flex items-start gap-2 *:first:flex-1"
      onSubmit={(event) => {
        event.preventDefault();
        if (!pending) void send();
      }}
    >
      <Field label="이메일" error={problem}>
        <TextInput
          type="email"
          inputMode="email"
          autoComplete="email"
          value={text}
          onText={(next) => {
            setProblem(null);
            setText(next);
          }}
        />
      </Field>
      <Button type="submit" className="mt-7.5 shrink-0" pending={pending}>
        인증 코드 받기
      </Button>
    </form>
  );
}
