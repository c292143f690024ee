import { BOARDS } from '@naru/contract/boards';
import type { PostItem } from '@naru/contract/posts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { CommentCount, HeadTag, ROW_LINK } from '../../entities/posts/post-row-parts.tsx';
import { PATHS } from '../../lib/paths.ts';
import type { ListSearch } from '../../lib/search-parameters.ts';
import { Card } from '../../ui/card.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { postsAroundQuery } from './posts.queries.ts';

type PostsAroundProps = {
  post: PostItem;
  /** Of the list that the reader came from. */
  search: ListSearch;
};

/** The next and the previous post of the board, and those around; nothing until they are known. */
export function PostsAround({ post, search }: PostsAroundProps) {
  const { data } = useQuery(postsAroundQuery(post.boardType, post.id));
  const { newer = [], older = [] } = data ?? {};
  if (newer.length + older.length === 0) return null;
  const { name } = BOARDS[post.boardType];
  return (
    <Card as="section" aria-label={`${name}의 다른 글`} className="mt-3 overflow-clip">
      <div className="grid grid-cols-2 gap-px bg-line">
        <Neighbour label="다음 글" post={newer.at(-1)} search={search} />
        <Neighbour label="이전 글" post={older[0]} search={search} isPrevious />
      </div>
      <ul aria-label={`${name}의 다른 글 목록`}>
        {[...newer, post, ...older].map((one) => (
          <Row key={one.id} post={one} search={search} isCurrent={one.id === post.id} />
        ))}
      </ul>
    </Card>
  );
}

type NeighbourProps = {
  label: string;
  post: PostItem | undefined;
  search: ListSearch;
  isPrevious?: boolean;
};

function Neighbour({ label, post, search, isPrevious }: NeighbourProps) {
  const look = 'flex min-h-14 items-center gap-2 bg-paper px-5 py-2 max-md:px-4';
  const place = isPrevious ? 'justify-end text-right' : '';
  if (post === undefined) {
    return <p className={`${look} ${place} text-ink-3 text-sm`}>{label}이 없습니다.</p>;
  }
  return (
    <Link {...linkTo(post, search)} className={`${look} ${place} hover:bg-hover`}>
      {!isPrevious && <ChevronLeft size={18} className="shrink-0 text-ink-3" />}
      <span className="min-w-0">
        <span className="block text-ink-3 text-xs">{label}</span>
        <bdi className="block truncate font-medium text-md">{post.title}</bdi>
      </span>
      {isPrevious && <ChevronRight size={18} className="shrink-0 text-ink-3" />}
    </Link>
  );
}

type RowProps = { post: PostItem; search: ListSearch; isCurrent: boolean };

function Row({ post, search, isCurrent }: RowProps) {
  const row =
    'relative flex min-h-11 items-center gap-2.5 border-line border-t px-5 text-md max-md:px-4';
  const end = (
    <>
      <CommentCount count={post.commentCount} className="shrink-0 text-sm" />
      <TimeText date={post.createdDate} kind="list" className="shrink-0 text-ink-3 text-sm" />
    </>
  );
  if (isCurrent) {
    return (
      <li aria-current="true" className={`${row} bg-sea-weak`}>
        <span className="sr-only">지금 읽는 글: </span>
        {post.head && <HeadTag head={post.head} className="max-md:hidden" />}
        <bdi className="min-w-0 flex-1 truncate font-bold text-sea">{post.title}</bdi>
        {end}
      </li>
    );
  }
  return (
    <li className={`${row} hover:bg-hover`}>
      {post.head && <HeadTag head={post.head} className="max-md:hidden" />}
      <Link {...linkTo(post, search)} className={`${ROW_LINK} flex-1 truncate`}>
        <bdi>{post.title}</bdi>
      </Link>
      {end}
    </li>
  );
}

/** Replaces the post in the history: Back leads to the list that the reader came from. */
function linkTo({ boardType, id }: PostItem, search: ListSearch) {
  const params = { boardType: BOARDS[boardType].slug, postId: String(id) };
  return { to: PATHS.post, params, search, replace: true } as const;
}
