import { BOARDS } from '@naru/contract/boards';
import type { PostItem } from '@naru/contract/posts';
import { Link } from '@tanstack/react-router';
import { Heart } from 'lucide-react';
import { PATHS } from '../../app/paths.ts';
import { cx } from '../../ui/cx.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ItemPicture } from './item-picture.tsx';
import { RowCount } from './post-row.tsx';
import { Price, TradeBadge } from './trade-badge.tsx';

/** Length of the day in an ISO date (spec 2). */
const DAY_LENGTH = 10;
/** One page of cards. */
export const CAROUSEL_GRID =
  'grid grid-cols-4 gap-4 px-5 pt-1 pb-5 max-md:grid-cols-2 max-md:gap-3 max-md:px-4';
const PICTURE =
  'relative aspect-square overflow-hidden rounded-ctl border border-line max-md:aspect-4/3';

/** One item of the carousel: every line has its height, whatever is in it. */
export function CarouselCard({ post }: { post: PostItem }) {
  const sold = post.tradeStatus === 'SOLD';
  return (
    <li className="group relative min-w-0">
      <div className={PICTURE}>
        <ItemPicture
          src={post.thumbNailUrl}
          alt=""
          seed={post.id}
          className={cx(
            'transition-transform duration-150 group-hover:scale-[1.03]',
            sold && 'opacity-50',
          )}
        />
        {post.tradeStatus && post.tradeStatus !== 'ON_SALE' && (
          <TradeBadge status={post.tradeStatus} className="absolute top-2 left-2 shadow-card" />
        )}
      </div>
      <Link
        to={PATHS.post}
        params={{ boardType: BOARDS.MARKET.slug, postId: String(post.id) }}
        draggable={false}
        className="mt-2.5 block truncate font-medium leading-6 after:absolute after:inset-0 after:rounded-ctl focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-focus focus-visible:after:outline-offset-2"
      >
        <bdi>{post.title}</bdi>
      </Link>
      <Price price={post.price} className={cx('h-7 text-lg', sold && 'text-ink-3')} />
      <p className="flex h-5 min-w-0 items-center gap-1.5 text-ink-3 text-xs">
        <bdi className="truncate">{post.writerNickname}</bdi>
        <span aria-hidden="true">·</span>
        <time dateTime={post.createdDate} className="shrink-0">
          {post.createdDate.slice(0, DAY_LENGTH)}
        </time>
        <span className="ml-auto flex shrink-0 pl-1 max-md:hidden">
          <RowCount icon={<Heart size={12} />} label="좋아요" count={post.likeCount} />
        </span>
      </p>
    </li>
  );
}

/** One page of cards in the shape of the real ones. */
export function CarouselSkeleton({ perPage }: { perPage: number }) {
  return (
    <div role="status" aria-label="물품을 불러오는 중입니다." className={CAROUSEL_GRID}>
      {Array.from({ length: perPage }, (_, card) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the cards are all alike and never move
        <div key={`card-${card}`}>
          <div className={PICTURE}>
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
        </div>
      ))}
    </div>
  );
}
