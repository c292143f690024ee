import { Link } from '@tanstack/react-router';
import { MenuIcon, ShieldCheck } from 'lucide-react';
import { useEffect } from 'react';
import { useHasRole } from '../../entities/member/me.ts';
import { useSiteConfig } from '../../entities/settings/site-config.ts';
import { SiteMark } from '../../entities/settings/site-mark.tsx';
import { headerPanel, panelButton } from '../../lib/header-panel.ts';
import { PATHS } from '../../lib/paths.ts';
import { isLoggedIn } from '../../lib/session/session.ts';
import { useStore } from '../../lib/store.ts';
import { LinkButton } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { HeaderActions } from './header-actions.tsx';
import { TopMenu } from './top-menu.tsx';

// Loaded on first use; `after-start.ts` loads it before the first click.
const HeaderPanels = lazyPart(async () => (await import('./header-panels.tsx')).HeaderPanels);

/** On phones the bottom bar, where there is one, has what this leaves out. */
export function Header({ hasBar }: { hasBar: boolean }) {
  const panel = useStore(headerPanel);
  const mayAdmin = useHasRole('STUDENT_COUNCIL');
  const member = isLoggedIn();
  useEffect(() => () => headerPanel.set(null), []);
  return (
    <header className="site-head sticky top-0 z-30 border-line border-b bg-paper pt-[env(safe-area-inset-top)]">
      <div className="page-wrap flex h-[var(--header-h)] items-center gap-6 max-lg:gap-3">
        <Logo />
        {member && <TopMenu />}
        <div className="ml-auto flex items-center gap-1">
          {mayAdmin && (
            <LinkButton
              to={PATHS.admin}
              variant="ghost"
              size="sm"
              className="max-md:hidden"
              icon={<ShieldCheck size={16} />}
            >
              관리자
            </LinkButton>
          )}
          {member ? (
            <HeaderActions panel={panel} />
          ) : (
            <LinkButton to={PATHS.login} size="sm" className="max-md:hidden">
              로그인
            </LinkButton>
          )}
          {!hasBar && (
            <IconButton
              {...panelButton('menu', panel === 'menu')}
              label="메뉴 열기"
              tooltip={false}
              className="md:hidden"
            >
              <MenuIcon size={22} />
            </IconButton>
          )}
        </div>
      </div>
      {panel && <HeaderPanels key={panel} name={panel} onClose={() => headerPanel.set(null)} />}
    </header>
  );
}

function Logo() {
  const { data } = useSiteConfig();
  return (
    <Link to={PATHS.root} className="flex min-h-11 shrink-0 items-center gap-2.5">
      <SiteMark size={26} />
      {/* The minimum width prevents a layout shift while the name loads. */}
      <span className="max-w-[10rem] truncate whitespace-nowrap font-medium text-ink-3 text-xs max-lg:sr-only lg:min-w-21">
        {data?.departmentName}
      </span>
    </Link>
  );
}
