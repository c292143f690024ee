import type { BoardType } from '@naru/contract/boards';
import { PAGE_LIMITS } from '@naru/contract/page-limits';
import { type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { memo, useDeferredValue, useEffect, useMemo } from 'react';
import { bannersQuery } from '../../features/banners/banners.queries.ts';
import { EventBanners } from '../../features/banners/event-banners.tsx';
import { MediaBanners } from '../../features/banners/media-banners.tsx';
import { FavoriteChips } from '../../features/boards/favorite-chips.tsx';
import { CafeteriaCard } from '../../features/cafeteria/todays-cafeteria.tsx';
import { MarketCarousel } from '../../features/posts/market-carousel.tsx';
import { postSummaryQuery } from '../../features/posts/posts.queries.ts';
import { PopularBox, SummaryBox } from '../../features/posts/summary-box.tsx';
import { useLiveEvent } from '../../lib/live/live.ts';
import { CAFETERIA_HASH, PATHS } from '../../lib/paths.ts';
import { PHONE, useMedia } from '../../lib/use-media.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Page, PageHeading } from '../../ui/page.tsx';
import { MustReadSlot } from './must-read-slot.tsx';
import { QuickLinks } from './quick-links.tsx';
import { Today } from './today.tsx';

const CafeteriaSheet = lazyPart(
  async () => (await import('../../features/cafeteria/cafeteria-sheet.tsx')).CafeteriaSheet,
);

const NOTICE_TABS = [
  { type: 'NOTICE', label: '조교' },
  { type: 'NOTICE_SC', label: '학생회' },
  { type: 'NOTICE_UNIV', label: '학교' },
  { type: 'NOTICE_DEPT', label: '학과' },
] as const;

const COMMUNITY_TABS = [
  { type: 'QNA', label: '질문' },
  { type: 'FREE', label: '자유' },
  { type: 'SECRET', label: '비밀' },
  { type: 'REVIEW', label: '후기' },
] as const;

/** One request serves all boxes of posts. */
const TYPES: readonly BoardType[] = [
  ...NOTICE_TABS.map(({ type }) => type),
  ...COMMUNITY_TABS.map(({ type }) => type),
  'MARKET',
  'POPULAR',
];

/** What all boxes of posts show. */
export const summariesQuery = postSummaryQuery(TYPES, PAGE_LIMITS.carouselSize);

/** The state of a query, the same object until it changes. A response renders in slices. */
function useBox<T, Key extends readonly unknown[]>(options: UseQueryOptions<T, Error, T, Key>) {
  const { data, error, refetch } = useQuery(options);
  const box = useMemo(() => ({ data, error, retry: () => void refetch() }), [data, error, refetch]);
  return useDeferredValue(box);
}

const Boxes = {
  Events: memo(EventBanners),
  Summary: memo(SummaryBox),
  Market: memo(MarketCarousel),
  Popular: memo(PopularBox),
  Media: memo(MediaBanners),
};

/**
 * A card; on phones a sheet while the URL ends in `#menu`, so that Back closes it.
 */
function HomeCafeteria() {
  const isPhone = useMedia(PHONE);
  const hash = useLocation({ select: (location) => location.hash });
  const navigate = useNavigate();
  if (!isPhone) return <CafeteriaCard id={CAFETERIA_HASH} />;
  return (
    hash === CAFETERIA_HASH && (
      <CafeteriaSheet
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

function HomeBoxes() {
  const isComplete = useIsComplete();
  const summaries = useBox(summariesQuery);
  const banners = useBox(bannersQuery);
  useLiveEvent('notice', ({ notice }) => {
    if (notice.type === 'notice') summaries.retry();
  });
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_19rem] xl:grid-cols-[minmax(0,1fr)_22rem]">
      <div className="grid min-w-0 gap-4">
        <Boxes.Events banners={banners} />
        {isComplete && (
          <>
            <div className="grid items-start gap-4 md:grid-cols-2">
              <Boxes.Summary
                title="공지사항"
                name="notices"
                tabs={NOTICE_TABS}
                summaries={summaries}
              />
              <Boxes.Summary
                title="커뮤니티"
                name="community"
                tabs={COMMUNITY_TABS}
                summaries={summaries}
              />
            </div>
            <Boxes.Market summaries={summaries} />
          </>
        )}
      </div>
      {isComplete && (
        <div className="grid min-w-0 items-start gap-4 md:max-lg:grid-cols-2">
          <HomeCafeteria />
          <Boxes.Popular summaries={summaries} />
          <Boxes.Media banners={banners} />
        </div>
      )}
    </div>
  );
}

export function HomePage() {
  return (
    <Page title="홈">
      <PageHeading hidden>홈</PageHeading>
      <MustReadSlot>
        <Today />
        <QuickLinks />
        <FavoriteChips />
        <HomeBoxes />
      </MustReadSlot>
    </Page>
  );
}
