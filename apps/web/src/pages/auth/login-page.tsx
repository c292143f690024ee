import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { PATHS } from '../../app/paths.ts';
import { safeReturnPath } from '../../app/return-path.ts';
import { useSiteConfig } from '../../entities/settings/site-config.ts';
import { AuthFrame, frameLinkClass } from '../../features/auth/auth-frame.tsx';
import { LoginForm } from '../../features/auth/login-form.tsx';

export function LoginPage() {
  const navigate = useNavigate();
  const { redirect } = useSearch({ from: PATHS.login });
  const { data: site } = useSiteConfig();
  return (
    <AuthFrame
      title="로그인"
      lead="학번 또는 교번으로 로그인해 주세요."
      footer={
        <>
          <Link to={PATHS.register} search={{ mode: 'register' }} className={frameLinkClass}>
            회원가입
          </Link>
          <span aria-hidden="true" className="text-ink-3">
            |
          </span>
          <Link to={PATHS.register} search={{ mode: 'reset' }} className={frameLinkClass}>
            비밀번호 재설정
          </Link>
        </>
      }
    >
      <LoginForm
        onDone={() => void navigate({ to: safeReturnPath(redirect) ?? PATHS.main, replace: true })}
      />
      {site?.demo && (
        <p className="mt-4 rounded-ctl bg-deck px-3.5 py-3 text-ink-2 text-sm">
          시연용 사이트입니다. 학번 <strong>20250001</strong>, 비밀번호 <strong>naru-demo-1</strong>
          로 둘러볼 수 있습니다.
        </p>
      )}
    </AuthFrame>
  );
}
