import { TodayLists } from '../../features/stats/today-lists.tsx';

/** POSTS: what was written today. */
export function PostsPanel() {
  return <TodayLists />;
}
