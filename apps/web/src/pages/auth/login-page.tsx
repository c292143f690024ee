import { Link, useLocation, useNavigate, useSearch } from '@tanstack/react-router';
import { PATHS } from '../../app/paths.ts';
import { safeReturnPath } from '../../app/return-path.ts';
import { useSiteConfig } from '../../entities/settings/site-config.ts';
import { AuthFrame, frameLinkClass } from '../../features/auth/auth-frame.tsx';
import { DemoLogins } from '../../features/auth/demo-logins.tsx';
import { LoginForm } from '../../features/auth/login-form.tsx';

export function LoginPage() {
  const navigate = useNavigate();
  const { redirect } = useSearch({ from: PATHS.login });
  const username = useLocation({ select: ({ state }) => state.username });
  const { data: site } = useSiteConfig();
  const enter = () => void navigate({ to: safeReturnPath(redirect) ?? PATHS.main, replace: true });
  return (
    <AuthFrame
      title="로그인"
      lead="학번(교번)으로 로그인해 주세요."
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
      <LoginForm username={username} onDone={enter} />
      {site?.demo && <DemoLogins onDone={enter} />}
    </AuthFrame>
  );
}
