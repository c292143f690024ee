import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { PATHS } from '../../app/paths.ts';
import { useSiteConfig } from '../../entities/settings/site-config.ts';
import { Card } from '../../ui/card.tsx';
import { Flag } from '../../ui/flag.tsx';
import { PageHeading, useDocumentTitle } from '../../ui/page.tsx';
import { AuthIntro } from './auth-intro.tsx';

type AuthFrameProps = {
  title: string;
  lead?: ReactNode;
  children: ReactNode;
  footer?: ReactNode;
};

/** Layout of the pages before the login. */
export function AuthFrame({ title, lead, children, footer }: AuthFrameProps) {
  useDocumentTitle(title);
  const { data: site } = useSiteConfig();
  return (
    <div className="grid min-h-dvh lg:grid-cols-[minmax(0,11fr)_minmax(0,10fr)]">
      <AuthIntro departmentName={site?.departmentName ?? '학부'} />
      <div className="flex flex-col items-center justify-center px-4 pt-6 pb-[calc(2rem+env(safe-area-inset-bottom))] max-lg:justify-start">
        <div className="w-full max-w-[440px]">
          <Link
            to={PATHS.login}
            aria-label="나루 로그인 화면으로"
            className="mb-4 inline-flex min-h-11 items-center gap-2.5"
          >
            <Flag name="N" size={28} />
            <span className="font-extrabold text-xl tracking-[-0.02em]">나루</span>
            <span className="font-medium text-ink-3 text-sm">{site?.departmentName}</span>
          </Link>
          <Card className="px-7 py-7 max-md:px-5 max-md:py-6">
            <PageHeading>{title}</PageHeading>
            {lead && <p className="mt-1 text-ink-2 text-md">{lead}</p>}
            <div className="mt-6">{children}</div>
          </Card>
          {footer && (
            <div className="mt-5 flex flex-wrap items-center justify-center gap-x-1 text-md">
              {footer}
            </div>
          )}
          <p className="mt-6 text-center text-ink-3 text-sm">
            <Link to={PATHS.terms} className="inline-flex min-h-6 items-center hover:underline">
              이용약관
            </Link>
            <span aria-hidden="true" className="mx-2">
              ·
            </span>
            <Link
              to={PATHS.privacy}
              className="inline-flex min-h-6 items-center font-semibold hover:underline"
            >
              개인정보 처리방침
            </Link>
          </p>
        </div>
      </div>
    </div>
  );
}

/** Style of a link in `footer`. */
export const frameLinkClass =
  'inline-flex min-h-11 items-center rounded-ctl px-3 font-semibold text-ink-2 hover:bg-hover hover:text-ink';
