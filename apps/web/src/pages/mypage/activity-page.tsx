import { useQueries } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { Bookmark, FileText, Heart, MessageSquare, Store, Users } from 'lucide-react';
import { useMe } from '../../entities/member/me.ts';
import {
  ACTIVITY_SECTIONS,
  type ActivitySection,
  activityQuery,
} from '../../features/activity/activity.queries.ts';
import { ActivityCard } from '../../features/activity/activity-card.tsx';
import { DraftsCard } from '../../features/drafts/drafts.tsx';
import { useArrival, useShowTarget } from '../../lib/arrival.ts';
import { cx } from '../../ui/cx.ts';
import { IN_ORDER } from '../../ui/in-order.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The section to scroll to and to focus. */
    focusSection?: string;
  }
}

const SECTIONS = {
  comments: { title: '작성한 댓글', icon: <MessageSquare size={18} /> },
  posts: { title: '작성한 글', icon: <FileText size={18} /> },
  sales: { title: '나의 판매', icon: <Store size={18} /> },
  teams: { title: '지원한 팀', icon: <Users size={18} /> },
  liked: { title: '좋아요한 글', icon: <Heart size={18} /> },
  scraps: { title: '스크랩한 글', icon: <Bookmark size={18} /> },
};

/**
 * Scrolls to the section in the history state or URL hash and focuses its heading, once the lists
 * above it have their final height.
 */
function useFocusSection(): void {
  const wanted = useLocation({ select: ({ state, hash }) => state.focusSection ?? hash });
  const areLoaded = useQueries({
    queries: ACTIVITY_SECTIONS.map((section) => activityQuery(section, 0)),
    combine: (results) => results.every(({ isPending }) => !isPending),
  });
  const section = ACTIVITY_SECTIONS.find((known) => known === wanted);
  useShowTarget(
    useArrival(),
    () => (areLoaded && section ? document.getElementById(section) : null),
    'h2',
  );
}

export function ActivityPage() {
  useFocusSection();
  const { data: me } = useMe();
  const expected: Partial<Record<ActivitySection, number | undefined>> = {
    comments: me?.commentCount,
    posts: me?.postCount,
  };
  return (
    <div className={cx('grid grid-cols-1 gap-4', IN_ORDER)}>
      {ACTIVITY_SECTIONS.map((section) => (
        <ActivityCard
          key={section}
          section={section}
          expected={expected[section]}
          {...SECTIONS[section]}
        />
      ))}
      <DraftsCard />
    </div>
  );
}
