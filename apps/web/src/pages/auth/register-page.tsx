import { Link, useLocation, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { AuthFrame, frameLinkClass } from '../../features/auth/auth-frame.tsx';
import { Reset } from '../../features/auth/reset.tsx';
import { SignUp, type SignUpStep } from '../../features/auth/sign-up.tsx';
import { PATHS } from '../../lib/paths.ts';

const LEADS: Record<SignUpStep, string | undefined> = {
  form: '이메일로 받은 코드로 본인을 확인합니다.',
  checking: undefined,
  verify: '이메일을 인증하면 가입이 끝납니다.',
  password: '비밀번호를 입력하면 가입이 끝납니다.',
  waiting: undefined,
};

const BY_PROVIDER = '닉네임과 비밀번호를 정하면 가입이 끝나고, 다음부터는 바로 로그인합니다.';

/** Sign-up (`mode=register`), else the password reset. */
export function RegisterPage() {
  const navigate = useNavigate();
  const { mode = 'register' } = useSearch({ from: PATHS.register });
  const [step, setStep] = useState<SignUpStep>('form');
  const provider = useLocation({ select: ({ state }) => state.signUp });
  const toLogin = (username: string) => void navigate({ to: PATHS.login, state: { username } });
  const isSignUp = mode === 'register';
  return (
    <AuthFrame
      key={isSignUp ? 'sign-up' : 'reset'}
      title={isSignUp ? '회원가입' : '비밀번호 재설정'}
      lead={isSignUp ? (step === 'form' && provider ? BY_PROVIDER : LEADS[step]) : undefined}
      footer={
        <Link to={PATHS.login} className={frameLinkClass}>
          로그인 화면으로
        </Link>
      }
    >
      {isSignUp ? (
        <SignUp provider={provider} onDone={toLogin} onStep={setStep} />
      ) : (
        <Reset onDone={toLogin} />
      )}
    </AuthFrame>
  );
}
