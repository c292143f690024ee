import { Link, useLocation } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { DocumentEditor } from '../../features/documents/document-editor.tsx';
import { AccessPage } from '../../features/settings/access-page.tsx';
import { BoardsPage } from '../../features/settings/boards-page.tsx';
import { HomePage } from '../../features/settings/home-page.tsx';
import { SETTINGS_PAGES, type SettingsPageName } from '../../features/settings/setting-names.ts';
import { SitePage } from '../../features/settings/site-page.tsx';
import { useArrival } from '../../lib/arrival.ts';
import { PATHS } from '../../lib/paths.ts';
import { usePlace } from '../../lib/place.ts';
import { cx } from '../../ui/cx.ts';

const PAGES: Record<SettingsPageName, ComponentType> = {
  site: SitePage,
  home: HomePage,
  boards: BoardsPage,
  access: AccessPage,
  documents: DocumentsPage,
};
function DocumentsPage() {
  const wanted = useLocation({ select: ({ hash }) => hash });
  const { key } = useArrival();
  return <DocumentEditor start={wanted === 'privacy' ? 'privacy' : 'terms'} arrival={key} />;
}

/** Everything that an ADMIN sets for the whole site, on pages with one save each. */
export function SettingsPanel() {
  const { oneOf } = usePlace();
  const page =
    oneOf(
      'category',
      SETTINGS_PAGES.map(({ value }) => value),
    ) ?? 'site';
  const Page = PAGES[page];
  return (
    <div className="grid gap-4">
      <nav aria-label="설정 페이지" className="max-w-[760px] border-line border-b">
        <ul className="flex gap-5 max-sm:justify-between max-sm:gap-0">
          {SETTINGS_PAGES.map(({ value, label }) => (
            <li key={value}>
              <Link
                to={PATHS.admin}
                search={{ menu: 'SETTINGS', category: value }}
                aria-current={value === page ? 'page' : undefined}
                className={cx(
                  '-mb-px flex min-h-11 min-w-11 items-center justify-center whitespace-nowrap border-b-2 px-1 font-semibold text-base max-sm:text-md',
                  value === page
                    ? 'border-sea text-ink'
                    : 'border-transparent text-ink-2 hover:text-ink',
                )}
              >
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <Page key={page} />
    </div>
  );
}
