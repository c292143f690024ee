import { BOARDS } from '@naru/contract/boards';
import { PAGE_LIMITS } from '@naru/contract/page-limits';
import type { PostItem } from '@naru/contract/posts';
import { Link } from '@tanstack/react-router';
import { Eye, Heart, MessageCircle } from 'lucide-react';
import type { ReactNode } from 'react';
import { Price, TradeBadge, tradeStatusOf } from '../../entities/market/trade-badge.tsx';
import { RowCount } from '../../entities/posts/post-row-parts.tsx';
import { PATHS } from '../../lib/paths.ts';
import { cx } from '../../ui/cx.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ItemPicture } from './item-picture.tsx';
import type { ListLocation } from './post-list.tsx';

/** Length of the date in an ISO timestamp. */
const DAY_LENGTH = 10;

/** `slide` has fixed line heights, so that all cards of a page are equally tall. */
const LOOKS = {
  grid: { picture: 'aspect-square', title: 'line-clamp-2 leading-6' },
  slide: { picture: 'aspect-square max-md:aspect-4/3', title: 'block truncate leading-6' },
};
type Look = keyof typeof LOOKS;

const PICTURE = 'relative overflow-hidden rounded-ctl border border-line';

type ItemCardProps = {
  post: PostItem;
  look: Look;
  /** The list to return to. */
  location?: ListLocation;
  /** Over the picture. */
  mark?: ReactNode;
  aside?: ReactNode;
  children?: ReactNode;
};

/** A market item in a list; the whole card is the link. */
export function ItemCard({ post, look, location, mark, aside, children }: ItemCardProps) {
  const status = tradeStatusOf(post);
  const isSold = status === 'SOLD';
  const board = BOARDS[location?.boardType ?? post.boardType];
  return (
    <li className="group relative min-w-0">
      <div className={cx(PICTURE, LOOKS[look].picture)}>
        <ItemPicture
          src={post.thumbNailUrl}
          alt=""
          seed={post.id}
          className={cx(
            'transition-transform duration-150 group-hover:scale-[1.03]',
            isSold && 'opacity-50',
          )}
        />
        {mark}
        {status !== 'ON_SALE' && (
          <TradeBadge status={status} className="absolute top-2 left-2 shadow-card" />
        )}
      </div>
      <Link
        to={PATHS.post}
        params={{ boardType: board.slug, postId: String(post.id) }}
        search={location?.search}
        state={location && { fromList: true }}
        draggable={false}
        data-key-row={look === 'grid' ? '' : undefined}
        className={cx(
          'mt-2.5 font-medium after:absolute after:inset-0 after:rounded-ctl focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-focus focus-visible:after:outline-offset-2',
          LOOKS[look].title,
        )}
      >
        <bdi>{post.title}</bdi>
      </Link>
      <Price item={post} className={cx('h-7 text-lg', isSold && 'text-ink-3')} />
      <p className="flex h-5 min-w-0 items-center gap-1.5 text-ink-3 text-xs">
        <bdi className="truncate">{post.writerNickname}</bdi>
        <span aria-hidden="true">·</span>
        <time dateTime={post.createdDate} className="shrink-0">
          {post.createdDate.slice(0, DAY_LENGTH)}
        </time>
        {aside && <span className="ml-auto flex shrink-0 pl-1 max-md:hidden">{aside}</span>}
      </p>
      {children}
    </li>
  );
}

const LIST_GRID =
  'grid grid-cols-2 gap-x-4 gap-y-6 border-line border-t px-5 py-5 max-md:gap-x-3 max-md:border-t-0 max-md:px-4 max-md:pt-0 md:grid-cols-3 lg:grid-cols-5';
const COUNTS = 'flex h-5 items-center gap-2.5 text-ink-3 text-xs';

type MarketGridProps = {
  posts: readonly PostItem[];
  location: ListLocation;
  /** What marks a card over its picture. */
  markOf?: (post: PostItem) => ReactNode;
};

export function MarketGrid(props: MarketGridProps) {
  return (
    <ul aria-label={`${BOARDS.MARKET.name} 물품 목록`} className={LIST_GRID}>
      {props.posts.map((post) => (
        <ItemCard
          key={post.id}
          post={post}
          look="grid"
          location={props.location}
          mark={props.markOf?.(post)}
        >
          <p className={COUNTS}>
            <RowCount icon={<Heart size={12} />} label="좋아요" count={post.likeCount} />
            <RowCount icon={<MessageCircle size={12} />} label="댓글" count={post.commentCount} />
            <RowCount icon={<Eye size={13} />} label="조회" count={post.viewCount} />
          </p>
        </ItemCard>
      ))}
    </ul>
  );
}

export function MarketSkeleton() {
  return (
    <div role="status" aria-label="물품을 불러오는 중입니다." className={LIST_GRID}>
      {Array.from({ length: PAGE_LIMITS.postPageSize }, (_, card) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the cards are all alike and never move
        <div key={`card-${card}`}>
          <div className={cx(PICTURE, LOOKS.grid.picture)}>
            <Skeleton className="size-full rounded-none" />
          </div>
          <div className="mt-2.5 flex h-6 items-center">
            <Skeleton className="w-4/5" />
          </div>
          <div className="flex h-7 items-center">
            <Skeleton className="h-5 w-2/5" />
          </div>
          <div className="flex h-5 items-center">
            <Skeleton className="h-3 w-3/5" />
          </div>
          <div className={COUNTS}>
            <Skeleton className="h-3 w-1/2" />
          </div>
        </div>
      ))}
    </div>
  );
}
