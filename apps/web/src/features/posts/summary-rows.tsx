import { BOARDS } from '@naru/contract/boards';
import type { PostItem } from '@naru/contract/posts';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { PATHS } from '../../app/paths.ts';
import { formatCount } from '../../lib/format/numbers.ts';
import { Badge } from '../../ui/badge.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { POST_TEXTS } from './posts.texts.ts';

const ROW = 'relative flex h-12 items-center gap-2.5 border-line border-t px-5 max-md:px-4';

type SummaryRowProps = {
  post: PostItem;
  lead?: ReactNode;
  /** Hides pin and age, for longer titles in narrow boxes. */
  brief?: boolean;
};

export function SummaryRow({ post, lead, brief = false }: SummaryRowProps) {
  return (
    <li className={`${ROW} transition-colors duration-100 hover:bg-hover`}>
      {lead}
      {post.pinned && !brief && <Badge tone="buoy">{POST_TEXTS.pinned}</Badge>}
      <Link
        to={PATHS.post}
        params={{ boardType: BOARDS[post.boardType].slug, postId: String(post.id) }}
        className="min-w-0 flex-1 truncate font-medium visited:text-ink-2 after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-focus focus-visible:after:outline-offset-[-2px]"
      >
        <bdi>{post.title}</bdi>
      </Link>
      {post.commentCount > 0 && (
        <span className="shrink-0 font-bold text-sea text-sm">
          <span className="sr-only">댓글 </span>
          {formatCount(post.commentCount)}
        </span>
      )}
      {!brief && (
        <TimeText
          date={post.createdDate}
          kind="community"
          className="shrink-0 text-ink-3 text-sm"
        />
      )}
    </li>
  );
}

const WIDTHS = ['w-3/5', 'w-4/5', 'w-1/2', 'w-2/3', 'w-3/4', 'w-2/5'];

export function SummarySkeleton(props: { label: string }) {
  return (
    <div role="status" aria-label={props.label}>
      {WIDTHS.map((width) => (
        <div key={width} className={ROW}>
          <Skeleton className={width} />
          <Skeleton className="ml-auto h-3! w-10" />
        </div>
      ))}
    </div>
  );
}
