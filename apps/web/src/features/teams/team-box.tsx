import type { PostDetail } from '@naru/contract/posts';
import { useQuery } from '@tanstack/react-query';
import { LoadState } from '../../ui/load-state.tsx';
import { Applicants } from './applicants.tsx';
import { ApplyBar } from './apply-bar.tsx';
import { teamQuery } from './teams.queries.ts';

/** What the reader can do with a recruiting post: its author decides, others apply. */
export function TeamBox({ post }: { post: PostDetail }) {
  const query = useQuery(teamQuery(post.id));
  const { data: view } = query;
  if (!view) return <LoadState query={query} failed="지원 상태를 불러오지 못했습니다." rows={1} />;
  return post.isAuthor ? (
    <Applicants post={post} view={view} />
  ) : (
    <ApplyBar post={post} view={view} />
  );
}
