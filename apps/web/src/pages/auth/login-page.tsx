import type { Me } from '@naru/contract/members';
import { Link, useLocation, useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useSiteConfig } from '../../entities/settings/site-config.ts';
import { AuthFrame, frameLinkClass } from '../../features/auth/auth-frame.tsx';
import { DemoLogins } from '../../features/auth/demo-logins.tsx';
import { PasskeyButton, ProviderButton } from '../../features/auth/login-buttons.tsx';
import { LoginForm } from '../../features/auth/login-form.tsx';
import { SecondStep } from '../../features/auth/second-step.tsx';
import type { Entered, SecondStepOf } from '../../features/auth/use-log-in.ts';
import { PATHS, SECOND_FACTOR_HASH } from '../../lib/paths.ts';
import { safeReturnPath } from '../../lib/return-path.ts';
import { toast } from '../../ui/toast.ts';

export function LoginPage() {
  const navigate = useNavigate();
  const { redirect } = useSearch({ from: PATHS.login });
  const { username, secondStep, isUnlinked, isEnded } = useLocation({
    select: ({ state }) => state,
  });
  const { data: site } = useSiteConfig();
  const [step, setStep] = useState<SecondStepOf | null>(secondStep ?? null);
  const enter = ({ secondFactorDue }: Me) =>
    void navigate(
      secondFactorDue
        ? { to: PATHS.mypageAccount, hash: SECOND_FACTOR_HASH, replace: true }
        : { to: safeReturnPath(redirect) ?? PATHS.main, replace: true },
    );
  const proceed = (entered: Entered) => ('me' in entered ? enter(entered.me) : setStep(entered));
  if (step !== null) {
    const back = () => setStep(null);
    return (
      <AuthFrame
        title="2단계 인증"
        lead={`${step === secondStep ? '학교 로그인으로 확인했습니다.' : '비밀번호를 확인했습니다.'} 본인인지 한 번 더 확인합니다.`}
        footer={
          <button type="button" className={frameLinkClass} onClick={back}>
            다른 계정으로 로그인
          </button>
        }
      >
        <SecondStep
          step={step}
          onDone={enter}
          onExpired={(why) => {
            toast.info(why);
            back();
          }}
        />
      </AuthFrame>
    );
  }
  return (
    <AuthFrame title="로그인" lead="학번(교번)으로 로그인해 주세요.">
      {isUnlinked && (
        <Note>
          이미 가입한 계정이 있습니다. 비밀번호로 한 번 로그인한 뒤, 이어서 열리는 계정 설정의 ‘계정
          연결’에서 연결해 주세요. 다음부터는 바로 로그인할 수 있습니다.
        </Note>
      )}
      {isEnded && (
        <Note>
          로그인이 만료되었습니다. 다시 로그인해 주세요. 익명으로 쓰던 내용이 있었다면 이 기기에서
          지웠습니다.
        </Note>
      )}
      <LoginForm username={username} onDone={proceed} />
      <div className="mt-2 flex flex-wrap items-center justify-center gap-x-1 text-md">
        <Link to={PATHS.register} search={{ mode: 'register' }} className={frameLinkClass}>
          회원가입
        </Link>
        <span aria-hidden="true" className="text-ink-3">
          |
        </span>
        <Link to={PATHS.register} search={{ mode: 'reset' }} className={frameLinkClass}>
          비밀번호 재설정
        </Link>
      </div>
      {site?.signInProvider && <ProviderButton name={site.signInProvider} to={redirect} />}
      <PasskeyButton label="패스키로 로그인" onDone={enter} />
      {site?.demo && <DemoLogins onDone={proceed} />}
    </AuthFrame>
  );
}

function Note({ children }: { children: ReactNode }) {
  return (
    <p role="status" className="mb-5 rounded-ctl bg-sea-weak px-3.5 py-3 text-ink text-md">
      {children}
    </p>
  );
}
