import type { BoardType } from '@naru/contract/boards';
import { useQuery } from '@tanstack/react-query';
import { FavoriteChips } from '../../features/boards/favorite-chips.tsx';
import { PopularBox } from '../../features/posts/popular-box.tsx';
import { postSummaryQuery } from '../../features/posts/posts.queries.ts';
import { SummaryBox } from '../../features/posts/summary-box.tsx';
import { Page, PageHeading } from '../../ui/page.tsx';
import { QuickLinks } from './quick-links.tsx';

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

/** Every box of the page comes from one call. */
const TYPES: readonly BoardType[] = [
  ...NOTICE_TABS.map(({ type }) => type),
  ...COMMUNITY_TABS.map(({ type }) => type),
  'POPULAR',
];

/** The first page after the login: links, favorites, what is new, what is read. */
export function HomePage() {
  const { data, error, refetch } = useQuery(postSummaryQuery(TYPES));
  const summaries = { data, error, retry: () => void refetch() };
  return (
    <Page title="홈">
      <PageHeading hidden>홈</PageHeading>
      <div className="grid gap-4">
        <QuickLinks />
        <FavoriteChips />
        <div className="grid items-start gap-4 md:grid-cols-2 xl:grid-cols-[1fr_1fr_minmax(0,22rem)]">
          <SummaryBox title="공지사항" tabs={NOTICE_TABS} summaries={summaries} />
          <SummaryBox title="커뮤니티" tabs={COMMUNITY_TABS} summaries={summaries} />
          <div className="min-w-0 md:max-xl:col-span-2">
            <PopularBox summaries={summaries} />
          </div>
        </div>
      </div>
    </Page>
  );
}
