import { PAGE_LIMITS } from '@naru/contract/page-limits';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { memo, type ReactNode, useDeferredValue, useEffect } from 'react';
import { useMe } from '../../entities/member/me.ts';
import { EventBanners } from '../../features/banners/event-banners.tsx';
import { MediaBanners } from '../../features/banners/media-banners.tsx';
import { FavoriteChips } from '../../features/boards/favorite-chips.tsx';
import { FavoriteRows } from '../../features/posts/favorite-rows.tsx';
import { MarketCarousel } from '../../features/posts/market-carousel.tsx';
import { PopularBox, SummaryBox } from '../../features/posts/summary-box.tsx';
import { useLiveEvent } from '../../lib/live/live.ts';
import { CAFETERIA_HASH, PATHS } from '../../lib/paths.ts';
import { PHONE, useMedia } from '../../lib/use-media.ts';
import { cx } from '../../ui/cx.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Page, PageHeading } from '../../ui/page.tsx';
import { FirstVisitSlot } from './first-visit-slot.tsx';
import { COMMUNITY_TABS, NOTICE_TABS, PHONE_TABS } from './home-boards.ts';
import type { HomePlan, HomeSection } from './home-plan.ts';
import { HomeSkeleton, rememberShape } from './home-skeleton.tsx';
import { MustReadSlot } from './must-read-slot.tsx';
import { QuickLinks } from './quick-links.tsx';
import { Today } from './today.tsx';
import { type Home, useHome } from './use-home.ts';

const CafeteriaCard = lazyPart(
  async () => (await import('../../features/cafeteria/todays-cafeteria.tsx')).CafeteriaCard,
);
const CafeteriaSheet = lazyPart(
  async () => (await import('../../features/cafeteria/cafeteria-sheet.tsx')).CafeteriaSheet,
);

/** Notices on a phone, where posts of the boards are on the first screen too. */
const PHONE_NOTICES = 4;

const Boxes = {
  Events: memo(EventBanners),
  Summary: memo(SummaryBox),
  Favorites: memo(FavoriteRows),
  Market: memo(MarketCarousel),
  Popular: memo(PopularBox),
  Media: memo(MediaBanners),
};

/** The meals on a phone: a sheet while the URL ends in `#menu`, so that Back closes it. */
function PhoneMeals({ day }: { day: string | undefined }) {
  const hash = useLocation({ select: (location) => location.hash });
  const navigate = useNavigate();
  return (
    hash === CAFETERIA_HASH && (
      <CafeteriaSheet
        day={day}
        onClose={() =>
          void navigate({ to: PATHS.main, search: true, replace: true, resetScroll: false })
        }
      />
    )
  );
}

/** What the first screen of a phone does not show follows after it, rendered in slices. */
let hasStarted = false;
function useIsComplete(): boolean {
  const isComplete = useDeferredValue(true, hasStarted);
  useEffect(() => {
    hasStarted = true;
  }, []);
  return isComplete;
}

/** Sections of the first screen of a phone beside the top; the others are rendered after them. */
const FIRST_SCREEN: readonly HomeSection[] = ['notices', 'favorites'];

/** Sections that share a row on wide screens. */
const SHARING: readonly HomeSection[] = ['favorites', 'links'];
const WHOLE: readonly HomeSection[] = ['events', 'market'];

/** Content that is known: its sections are rendered together, so that none moves another. */
function Content({ home, plan }: { home: Home; plan: HomePlan }) {
  const { banners, summaries } = home;
  const isPhone = useMedia(PHONE);
  const isComplete = useIsComplete();
  const { data: me } = useMe();
  const mustReads = me?.mustReadCount ?? 0;
  useEffect(() => rememberShape(plan, mustReads), [plan, mustReads]);
  useLiveEvent('notice', ({ notice }) => {
    if (notice.type === 'notice') summaries.retry();
  });
  const content: Record<HomeSection, () => ReactNode> = {
    'first-visit': () => <FirstVisitSlot />,
    'must-reads': () => <MustReadSlot />,
    today: () => <Today lines={plan.lines} onRetry={home.retry} />,
    links: () => <QuickLinks />,
    favorites: () =>
      isPhone ? (
        <Boxes.Favorites boards={plan.favorites} summaries={summaries} />
      ) : (
        <FavoriteChips />
      ),
    notices: () => (
      <Boxes.Summary
        title="공지사항"
        name="notices"
        tabs={NOTICE_TABS}
        size={isPhone ? PHONE_NOTICES : PAGE_LIMITS.summarySize}
        summaries={summaries}
      />
    ),
    community: () => (
      <Boxes.Summary
        title="커뮤니티"
        name="community"
        tabs={isPhone && plan.isRanked ? PHONE_TABS : COMMUNITY_TABS}
        size={PAGE_LIMITS.summarySize}
        summaries={summaries}
      />
    ),
    events: () => <Boxes.Events banners={banners} isSlim={isPhone} />,
    market: () => <Boxes.Market summaries={summaries} />,
    popular: () => <Boxes.Popular summaries={summaries} />,
    meals: () => (
      <div id={CAFETERIA_HASH} className="scroll-mt-20" style={{ minHeight: '24.75rem' }}>
        <CafeteriaCard />
      </div>
    ),
    videos: () => <Boxes.Media banners={banners} isSlim={isPhone} />,
  };
  const show = (sections: readonly HomeSection[], classOf?: (section: HomeSection) => string) =>
    sections.map((section) => (
      <div key={section} className={cx('min-w-0', classOf?.(section))}>
        {content[section]()}
      </div>
    ));
  const isReady = (section: HomeSection) => isComplete || FIRST_SCREEN.includes(section);
  return (
    <div className="grid grid-cols-1 gap-4 max-md:gap-2">
      <div className="flex flex-wrap items-center justify-between gap-4 max-md:gap-2">
        {show(plan.top, (section) => (SHARING.includes(section) ? 'max-md:w-full' : 'w-full'))}
      </div>
      <div
        className={cx(
          'grid grid-cols-1 items-start gap-4 max-md:gap-2',
          plan.side.length > 0 &&
            'lg:grid-cols-[minmax(0,1fr)_19rem] xl:grid-cols-[minmax(0,1fr)_22rem]',
        )}
      >
        <div className="grid min-w-0 grid-cols-1 items-start gap-4 max-md:gap-2 md:grid-cols-2">
          {show(plan.main.filter(isReady), (section) =>
            WHOLE.includes(section) ? 'md:col-span-full' : '',
          )}
        </div>
        {plan.side.length > 0 && (
          <div className="grid min-w-0 grid-cols-1 items-start gap-4 md:max-lg:grid-cols-2">
            {show(plan.side.filter(isReady))}
          </div>
        )}
      </div>
      {isPhone && <PhoneMeals day={mealDayOf(plan)} />}
    </div>
  );
}

function mealDayOf({ lines }: HomePlan): string | undefined {
  return lines.find((line) => line.kind === 'meal')?.meal.day;
}

export function HomePage() {
  const home = useHome();
  return (
    <Page title="홈" className="max-md:pt-2!">
      <PageHeading hidden>홈</PageHeading>
      {home.plan ? <Content home={home} plan={home.plan} /> : <HomeSkeleton />}
    </Page>
  );
}
