import type { SiteConfig } from '@naru/contract/site';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useSiteConfig } from '../../entities/settings/site-config.ts';
import { SiteMark } from '../../entities/settings/site-mark.tsx';
import { PATHS } from '../../lib/paths.ts';
import { Card } from '../../ui/card.tsx';
import { Flag, type FlagName } from '../../ui/flag.tsx';
import { PageHeading, useDocumentTitle } from '../../ui/page.tsx';

const FLAGS: FlagName[] = ['N', 'Q', 'F', 'S', 'R', 'M'];
const SWELL = 'c60-34 120-34 180 0s120 34 180 0 120-34 180 0 120 34 180 0';

const LEGAL_LINK = 'inline-flex min-h-6 items-center hover:underline max-md:min-h-11';

/** Style of a link in `footer`. */
export const frameLinkClass =
  'inline-flex min-h-11 items-center rounded-ctl px-3 font-semibold text-ink-2 hover:bg-hover hover:text-ink';

export function AuthFrame(props: {
  title: string;
  lead?: string | undefined;
  children: ReactNode;
  footer?: ReactNode;
}) {
  const { title, lead, children, footer } = props;
  useDocumentTitle(title);
  const { data: site } = useSiteConfig();
  return (
    <div className="grid min-h-dvh max-lg:grid-rows-[auto_1fr] lg:grid-cols-[minmax(0,11fr)_minmax(0,10fr)]">
      <AuthIntro site={site} />
      <div className="flex flex-col items-center justify-center px-4 pt-6 pb-[calc(2rem+env(safe-area-inset-bottom))] max-lg:justify-start">
        <div className="w-full max-w-[440px]">
          <Link
            to={PATHS.login}
            aria-label={`${site?.siteName ?? ''} 로그인 화면으로`}
            className="mb-4 inline-flex min-h-11 items-center gap-2.5"
          >
            <SiteMark size={28} />
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
            <Link to={PATHS.terms} className={LEGAL_LINK}>
              이용약관
            </Link>
            <span aria-hidden="true" className="mx-2">
              ·
            </span>
            <Link to={PATHS.privacy} className={`${LEGAL_LINK} font-semibold`}>
              개인정보 처리방침
            </Link>
            <span aria-hidden="true" className="mx-2">
              ·
            </span>
            <Link to={PATHS.report} className={LEGAL_LINK}>
              권리 침해 신고
            </Link>
          </p>
        </div>
      </div>
    </div>
  );
}

function AuthIntro({ site }: { site: SiteConfig | undefined }) {
  return (
    <aside className="relative flex flex-col overflow-hidden bg-(image:--sky-shore) px-12 py-12 text-white max-lg:px-5 max-lg:py-6">
      <div className="relative z-10 my-auto max-w-[30rem] lg:sticky lg:top-[38dvh]">
        <p className="font-semibold text-md opacity-85 max-lg:text-sm">
          {[site?.universityName, site?.departmentName].filter(Boolean).join(' ')}
        </p>
        <p className="mt-2 font-extrabold text-[2.25rem] leading-[1.3] tracking-[-0.02em] max-lg:mt-1 max-lg:text-xl">
          사람이 오가는 곳,
          <br className="max-lg:hidden" /> 우리 학과의 {site?.siteName ?? '커뮤니티'}
        </p>
        <p className="mt-4 text-lg leading-relaxed opacity-90 max-lg:mt-1 max-lg:text-md">
          로그인하고 학과 커뮤니티에 함께해 주세요.
          <span className="max-lg:hidden">
            {' '}
            공지와 질문, 후기와 책방까지 한곳에서 만날 수 있습니다.
          </span>
        </p>
        <div className="mt-10 flex gap-3 max-lg:hidden" aria-hidden="true">
          {FLAGS.map((name) => (
            <Flag key={name} name={name} size={30} />
          ))}
        </div>
      </div>
      <svg
        aria-hidden="true"
        viewBox="0 0 720 260"
        preserveAspectRatio="none"
        fill="none"
        stroke="#fff"
        strokeWidth="1.5"
        className="absolute inset-x-0 bottom-0 h-[38%] w-full opacity-35 max-lg:h-[70%] max-lg:opacity-15"
      >
        {[40, 84, 128, 172, 216].map((y) => (
          <path key={y} d={`M0 ${y}${SWELL}`} vectorEffect="non-scaling-stroke" />
        ))}
      </svg>
    </aside>
  );
}
