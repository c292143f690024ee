import { useState } from 'react';
import { AUTH_TEXTS } from './auth.texts.ts';
import { CodeStep } from './code-step.tsx';
import { NewPasswordStep } from './new-password-step.tsx';
import { ResetIdStep } from './reset-id-step.tsx';
import { useCode } from './use-code.ts';

type Step = 'id' | 'code' | 'password';

const STEPS: { step: Step; label: string }[] = [
  { step: 'id', label: '학번 확인' },
  { step: 'code', label: '메일 인증' },
  { step: 'password', label: '새 비밀번호' },
];

export function Reset(props: { onDone: () => void }) {
  const [step, setStep] = useState<Step>('id');
  const [username, setUsername] = useState('');
  const [email, setEmail] = useState('');
  const code = useCode();

  return (
    <>
      <ResetSteps current={step} />
      {step === 'id' && (
        <ResetIdStep
          onFound={async (found, masked) => {
            await code.send(masked);
            setUsername(found);
            setEmail(masked);
            setStep('code');
          }}
        />
      )}
      {step === 'code' && code.times !== null && (
        <CodeStep
          email={email}
          times={code.times}
          resending={code.resending}
          submitLabel="인증하기"
          failedText={AUTH_TEXTS.codeCheckFailed}
          onResend={() => void code.resend(email)}
          onSubmit={async (text) => {
            await code.verify(email, text);
            setStep('password');
          }}
        />
      )}
      {step === 'password' && (
        <NewPasswordStep
          username={username}
          onDone={props.onDone}
          onExpired={() => setStep('id')}
        />
      )}
    </>
  );
}

function ResetSteps(props: { current: Step }) {
  const position = STEPS.findIndex(({ step }) => step === props.current);
  return (
    <ol className="mb-6 flex gap-2" aria-label="재설정 단계">
      {STEPS.map(({ step, label }, index) => (
        <li
          key={step}
          aria-current={index === position ? 'step' : undefined}
          className={
            index <= position
              ? 'flex-1 border-sea border-t-[3px] pt-2 font-semibold text-sea text-sm'
              : 'flex-1 border-line border-t-[3px] pt-2 text-ink-3 text-sm'
          }
        >
          {index + 1}. {label}
        </li>
      ))}
    </ol>
  );
}
