import { BOARDS, type BoardType } from '@naru/contract/boards';
import type { PostItem } from '@naru/contract/posts';
import { Link } from '@tanstack/react-router';
import { newBadgesEnabled } from '../../entities/boards/new-badges-enabled.ts';
import { CommentCount } from '../../entities/posts/post-row-parts.tsx';
import { PATHS } from '../../lib/paths.ts';
import { useStore } from '../../lib/store.ts';
import { Card } from '../../ui/card.tsx';
import { Flag } from '../../ui/flag.tsx';
import { type Summaries, SummaryCount } from './summary-box.tsx';

type FavoriteRowsProps = { boards: readonly BoardType[]; summaries: Summaries };

/** The favorite boards on phones, each with its newest post. */
export function FavoriteRows({ boards, summaries }: FavoriteRowsProps) {
  const showsMarks = useStore(newBadgesEnabled);
  return (
    <Card as="section" aria-label="즐겨찾는 게시판" className="min-w-0 overflow-clip">
      <ul>
        {boards.map((type) => {
          const { flag, name, slug } = BOARDS[type];
          const post = newestOf(summaries.data?.[type]);
          return (
            <li key={type} className="flex h-11 items-center border-line not-first:border-t">
              <Link
                to={PATHS.board}
                params={{ boardType: slug }}
                className="flex h-full shrink-0 items-center gap-2 pr-2 pl-4 font-semibold text-md focus-visible:outline-offset-[-2px]"
              >
                <Flag name={flag} size={18} />
                {name.replace(/게시판$/, '')}
              </Link>
              {post && (
                <Link
                  to={PATHS.post}
                  params={{ boardType: BOARDS[post.boardType].slug, postId: String(post.id) }}
                  className="flex h-full min-w-0 flex-1 items-center gap-1.5 pr-4 text-ink-2 focus-visible:outline-offset-[-2px]"
                >
                  <bdi className="min-w-0 truncate">{post.title}</bdi>
                  <CommentCount count={post.commentCount} className="shrink-0 text-sm" />
                  <span className="ml-auto" />
                  {showsMarks && <SummaryCount type={type} />}
                </Link>
              )}
            </li>
          );
        })}
      </ul>
    </Card>
  );
}

function newestOf(posts: readonly PostItem[] = []): PostItem | undefined {
  return [...posts].sort((a, b) => b.createdDate.localeCompare(a.createdDate))[0];
}
