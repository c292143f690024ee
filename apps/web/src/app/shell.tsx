import { Outlet, useLocation, useMatches } from '@tanstack/react-router';
import { useEffect } from 'react';
import { closeProfile, shownProfile } from '../entities/member/person-name.tsx';
import { closeReport, openedReport } from '../entities/report/report.ts';
import { ConsentGate } from '../features/documents/consent-gate.tsx';
import { isLoggedIn } from '../lib/session/session.ts';
import { useStore } from '../lib/store.ts';
import { PHONE, useMedia } from '../lib/use-media.ts';
import { AskHost } from '../ui/ask-host.tsx';
import { cx } from '../ui/cx.ts';
import { lazyPart, quietPart } from '../ui/lazy-part.tsx';
import { toasterEnabled } from '../ui/toast.ts';
import { MAIN_ID } from './focus.ts';
import { BottomBar } from './layout/bottom-bar.tsx';
import { Footer } from './layout/footer.tsx';
import { Header } from './layout/header.tsx';

const ReportSheet = lazyPart(
  async () => (await import('../entities/report/report-sheet.tsx')).ReportSheet,
);

/** Renders the sheet that `openReport` requests; navigation closes it. */
export function ReportHost() {
  const report = useStore(openedReport);
  const pathname = useLocation({ select: (location) => location.pathname });
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the page changes
  useEffect(() => closeReport, [pathname]);
  return report && <ReportSheet report={report} onClose={closeReport} />;
}

const MemberProfile = lazyPart(
  async () => (await import('./layout/member-profile.tsx')).MemberProfile,
);

/** Renders the profile card that `openProfile` requests; navigation closes it. */
function ProfileCardHost() {
  const memberId = useStore(shownProfile);
  const pathname = useLocation({ select: (location) => location.pathname });
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the page changes
  useEffect(() => closeProfile, [pathname]);
  if (memberId === null) return null;
  return <MemberProfile key={memberId} memberId={memberId} onClose={closeProfile} />;
}

/** Renders what any part of a page may request. */
function Hosts() {
  return (
    <>
      <ProfileCardHost />
      <ReportHost />
    </>
  );
}

const PageNotices = quietPart(async () => (await import('./layout/page-notices.tsx')).PageNotices);

/** Layout of every page: skip link, header, main, footer, bottom bar, and where dialogs and toasts are rendered. */
export function Shell() {
  const hasToaster = useStore(toasterEnabled);
  const { bare, noFooter, asksNoConsent, writes, hidesHeaderOnPhones } = useMatches({
    select: (matches) => ({
      bare: matches.some(({ staticData }) => staticData.bare),
      noFooter: matches.some(({ staticData }) => staticData.noFooter),
      asksNoConsent: matches.some(({ staticData }) => staticData.asksNoConsent),
      writes: matches.some(({ staticData }) => staticData.writes),
      hidesHeaderOnPhones: matches.some(
        ({ staticData: { hidesHeaderOnPhonesWith: name }, search }) => {
          const values: Record<string, unknown> = search;
          return name !== undefined && values[name] !== undefined;
        },
      ),
    }),
    structuralSharing: true,
  });
  const member = !bare && isLoggedIn();
  const isPhone = useMedia(PHONE);
  const hasBar = isPhone && member && !writes && !hidesHeaderOnPhones;
  return (
    <div
      data-bare={bare || undefined}
      className={cx('flex min-h-dvh flex-col', !bare && !hidesHeaderOnPhones && 'pb-(--bottom)')}
    >
      <a
        href={`#${MAIN_ID}`}
        className="sr-only z-50 rounded-ctl bg-sea px-4 py-2 font-bold text-on-sea focus:not-sr-only focus:fixed focus:top-3 focus:left-3"
      >
        본문으로 바로 가기
      </a>
      {!bare && (
        <div className={hidesHeaderOnPhones ? 'contents max-md:hidden' : 'contents'}>
          <Header hasBar={hasBar} />
        </div>
      )}
      {/* At least as high as the screen: content that loads does not visibly move the footer. */}
      <main
        id={MAIN_ID}
        tabIndex={-1}
        className={cx(
          'flex flex-1 flex-col outline-none',
          !bare && !noFooter && 'min-h-[calc(100dvh-var(--header-h))]',
        )}
      >
        <Outlet />
      </main>
      {!bare && !noFooter && <Footer />}
      {!bare && <Hosts />}
      {member && !asksNoConsent && <ConsentGate />}
      {hasBar && <BottomBar />}
      <AskHost />
      {hasToaster && <PageNotices />}
    </div>
  );
}
