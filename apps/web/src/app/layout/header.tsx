import { MenuIcon, ShieldCheck } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { useHasRole } from '../../entities/member/me.ts';
import { closeHeaderPanel, headerPanel } from '../../lib/header-panel.ts';
import { isLoggedIn } from '../../lib/session/session.ts';
import { useStore } from '../../lib/store.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { PATHS } from '../paths.ts';
import { HeaderActions } from './header-actions.tsx';
import { Logo } from './logo.tsx';
import { ProfileMenu } from './profile-menu.tsx';
import { TopMenu } from './top-menu.tsx';

// Loaded on first use; `main.tsx` prefetches them when the browser is idle.
const MobileMenu = lazy(async () => ({ default: (await import('./mobile-menu.tsx')).MobileMenu }));
const StudyLock = lazy(async () => ({ default: (await import('./study-lock.tsx')).StudyLock }));

export function Header() {
  const [menuOpen, setMenuOpen] = useState(false);
  const panel = useStore(headerPanel);
  const [locked, setLocked] = useState(false);
  const mayAdmin = useHasRole('STUDENT_COUNCIL');
  const member = isLoggedIn();
  useEffect(() => closeHeaderPanel, []);
  return (
    <header className="sticky top-0 z-30 border-line border-b bg-paper pt-[env(safe-area-inset-top)]">
      <div className="page-wrap flex h-[var(--header-h)] items-center gap-6 max-lg:gap-3">
        <Logo />
        {member && <TopMenu onLocked={() => setLocked(true)} />}
        <div className="ml-auto flex items-center gap-1">
          {mayAdmin && (
            <LinkButton
              to={PATHS.admin}
              variant="ghost"
              size="sm"
              className="max-md:hidden"
              icon={<ShieldCheck size={16} aria-hidden="true" />}
            >
              관리자
            </LinkButton>
          )}
          {member ? (
            <>
              <HeaderActions panel={panel} onPanel={headerPanel.set} />
              <ProfileMenu />
            </>
          ) : (
            <LinkButton to={PATHS.login} size="sm" className="max-md:hidden">
              로그인
            </LinkButton>
          )}
          <IconButton
            label="메뉴 열기"
            tooltip={false}
            aria-haspopup="dialog"
            onClick={() => setMenuOpen(true)}
            className="md:hidden"
          >
            <MenuIcon size={22} aria-hidden="true" />
          </IconButton>
        </div>
      </div>
      {/* A chunk that fails to load (offline, new release) must not break the page. */}
      <ErrorBoundary fallback={null} resetKeys={[menuOpen, locked]}>
        <Suspense>
          {menuOpen && (
            <MobileMenu
              onClose={() => setMenuOpen(false)}
              onFriends={() => {
                setMenuOpen(false);
                headerPanel.set('friends');
              }}
              onLocked={() => {
                setMenuOpen(false);
                setLocked(true);
              }}
            />
          )}
          {locked && <StudyLock onClose={() => setLocked(false)} />}
        </Suspense>
      </ErrorBoundary>
    </header>
  );
}
