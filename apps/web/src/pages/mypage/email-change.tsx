import { emailForm } from '@naru/contract/auth-forms';
import { DONE } from '@naru/contract/texts';
import { useEffect, useRef, useState } from 'react';
import { useHasRole } from '../../entities/member/me.ts';
import { useWayToStudent } from '../../entities/member/way-to-student.ts';
import { useShowMe } from '../../features/account/account.queries.ts';
import { SettingForm } from '../../features/account/profile-form.tsx';
import { type Prove, withProof } from '../../features/account/use-prove.tsx';
import { CodeStep, useCode } from '../../features/auth/code-step.tsx';
import { ApiError } from '../../lib/api/api-error.ts';
import { useSchemaForm } from '../../lib/forms.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { toast } from '../../ui/toast.ts';

const FAILED = '이메일을 변경하지 못했습니다.';

export function EmailChange({ current, prove }: { current: string; prove: Prove }) {
  const show = useShowMe();
  const isStudent = useHasRole('STUDENT');
  const way = useWayToStudent();
  const code = useCode({ signedIn: true });
  const [address, setAddress] = useState<string | null>(null);
  const form = useSchemaForm(emailForm, { email: current });

  const { setFocus } = form;
  const wasAsked = useRef(false);
  useEffect(() => {
    // The form of the code had the focus.
    if (address === null && wasAsked.current) setFocus('email');
    wasAsked.current = address !== null;
  }, [address, setFocus]);

  const send = form.submit(
    async ({ email }) => {
      if (email === current) {
        const unchanged = { message: '이메일이 변경되지 않았습니다.' };
        return form.setError('email', unchanged, { shouldFocus: true });
      }
      await code.send(email);
      setAddress(email);
    },
    {
      text: '인증 이메일을 보내지 못했습니다.',
      fieldOf: ({ code: why }) => (why === 'EMAIL_DOMAIN_DENIED' ? 'email' : undefined),
    },
  );

  /** Goes back to the address when it is what the server refuses. */
  async function checkAddress(check: () => Promise<unknown>) {
    try {
      await withProof(prove, check);
    } catch (error) {
      if (error instanceof ApiError && error.errors[0]?.field === 'email') {
        form.refuse(error, { text: FAILED });
        setAddress(null);
      }
      throw error;
    }
  }

  function showChanged(email: string) {
    show({ email });
    form.setValue('email', email);
    toast.success(DONE.emailChanged);
    setAddress(null);
  }

  if (address !== null) {
    return (
      <div className="grid max-w-[420px] gap-3">
        <CodeStep
          code={code}
          email={address}
          submitLabel="이메일 변경"
          failedText={FAILED}
          within={checkAddress}
          onVerified={() => showChanged(address)}
        />
        <Button variant="ghost" onClick={() => setAddress(null)}>
          다른 주소 쓰기
        </Button>
      </div>
    );
  }
  return (
    <SettingForm form={form} submitLabel="인증 코드 받기" onSubmit={send}>
      <Field
        label="이메일"
        hint={way.byEmail && !isStudent ? way.hint : undefined}
        error={form.formState.errors.email?.message}
      >
        <TextInput
          type="email"
          inputMode="email"
          autoComplete="email"
          {...form.register('email')}
        />
      </Field>
    </SettingForm>
  );
}
