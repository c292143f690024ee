import { emailForm } from '@naru/contract/auth-forms';
import { useState } from 'react';
import { useShowMe } from '../../features/account/account.queries.ts';
import { ACCOUNT_TEXTS } from '../../features/account/account.texts.ts';
import { type Prove, withProof } from '../../features/account/with-proof.ts';
import { CodeStep } from '../../features/auth/code-step.tsx';
import { useCode } from '../../features/auth/use-code.ts';
import { api } from '../../lib/api/api.ts';
import { useSchemaForm } from '../../lib/forms.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { FormAlert } from '../../ui/form-alert.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { toast } from '../../ui/toast.ts';

type EmailChangeProps = { current: string; prove: Prove };

/** Enter the new address, verify the code sent to it, save. */
export function EmailChange({ current, prove }: EmailChangeProps) {
  const show = useShowMe();
  const code = useCode({ signedIn: true });
  const [address, setAddress] = useState<string | null>(null);
  const form = useSchemaForm(emailForm, { email: current });
  const { errors, isSubmitting } = form.formState;

  const send = form.submit(
    async ({ email }) => {
      if (email === current) {
        const unchanged = { message: ACCOUNT_TEXTS.emailUnchanged };
        return form.setError('email', unchanged, { shouldFocus: true });
      }
      await code.send(email);
      setAddress(email);
    },
    {
      text: ACCOUNT_TEXTS.emailSendFailed,
      fieldOf: ({ code: why }) => (why === 'EMAIL_DOMAIN_DENIED' ? 'email' : undefined),
    },
  );

  async function save(email: string) {
    try {
      await withProof(prove, () => api('POST /api/member/set-email', { body: { email } }));
      show({ email });
      form.setValue('email', email);
      toast.success(ACCOUNT_TEXTS.emailSaved);
    } catch (error) {
      form.refuse(error, { text: ACCOUNT_TEXTS.emailFailed });
    }
    setAddress(null);
  }

  if (address !== null && code.times) {
    return (
      <div className="grid max-w-[420px] gap-3">
        <CodeStep
          email={address}
          times={code.times}
          resending={code.resending}
          submitLabel="이메일 바꾸기"
          failedText={ACCOUNT_TEXTS.emailFailed}
          onSubmit={async (digits) => {
            await code.verify(address, digits);
            await save(address);
          }}
          onResend={() => void code.resend(address)}
        />
        <Button variant="ghost" onClick={() => setAddress(null)}>
          다른 주소 쓰기
        </Button>
      </div>
    );
  }
  return (
    <form noValidate className="grid gap-2" onSubmit={send}>
      <div className="flex items-start gap-2 *:first:flex-1">
        <Field label="이메일" error={errors.email?.message}>
          <TextInput
            type="email"
            inputMode="email"
            autoComplete="email"
            {...form.register('email')}
          />
        </Field>
        <Button type="submit" className="mt-7.5 shrink-0" pending={isSubmitting}>
          인증 코드 받기
        </Button>
      </div>
      <FormAlert problem={form.problem} />
    </form>
  );
}
