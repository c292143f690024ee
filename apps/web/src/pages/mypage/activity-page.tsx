import { useLocation } from '@tanstack/react-router';
import { Bookmark, FileText, Heart, MessageSquare } from 'lucide-react';
import { useEffect } from 'react';
import { useMe } from '../../entities/member/me.ts';
import {
  ACTIVITY_SECTIONS,
  type ActivitySection,
} from '../../features/activity/activity.queries.ts';
import { ActivityCard } from '../../features/activity/activity-card.tsx';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The section to scroll to and to focus. */
    focusSection?: string;
  }
}

const SECTIONS = {
  comments: { title: '작성한 댓글', icon: <MessageSquare size={18} /> },
  posts: { title: '작성한 글', icon: <FileText size={18} /> },
  liked: { title: '좋아요한 글', icon: <Heart size={18} /> },
  scraps: { title: '스크랩한 글', icon: <Bookmark size={18} /> },
};

/** Scrolls to the section in the history state or URL hash and focuses its heading. */
function useFocusSection(): void {
  const wanted = useLocation({
    select: ({ state, hash }) => state.focusSection ?? (hash === '' ? undefined : hash),
  });
  useEffect(() => {
    const section = ACTIVITY_SECTIONS.find((known) => known === wanted);
    if (section === undefined) return;
    document.getElementById(section)?.scrollIntoView();
    document.getElementById(`${section}-title`)?.focus({ preventScroll: true });
  }, [wanted]);
}

export function ActivityPage() {
  useFocusSection();
  const { data: me } = useMe();
  const expected: Partial<Record<ActivitySection, number | undefined>> = {
    comments: me?.commentCount,
    posts: me?.postCount,
  };
  return (
    <div className="grid grid-cols-1 gap-4">
      {ACTIVITY_SECTIONS.map((section) => (
        <ActivityCard
          key={section}
          section={section}
          expected={expected[section]}
          {...SECTIONS[section]}
        />
      ))}
    </div>
  );
}
