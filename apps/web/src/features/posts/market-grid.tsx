import { BOARDS } from '@naru/contract/boards';
import type { PostItem } from '@naru/contract/posts';
import { Link } from '@tanstack/react-router';
import { Eye, Heart, MessageCircle } from 'lucide-react';
import { PATHS } from '../../app/paths.ts';
import { cx } from '../../ui/cx.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ItemPicture } from './item-picture.tsx';
import { RowCount } from './post-row.tsx';
import type { ListPlace } from './posts.types.ts';
import { Price, TradeBadge } from './trade-badge.tsx';

const GRID =
  'grid grid-cols-2 gap-x-4 gap-y-6 border-line border-t px-5 py-5 max-md:gap-x-3 max-md:px-4 md:grid-cols-3 lg:grid-cols-5';

/** Length of the day in an ISO date (spec 2). */
const DAY_LENGTH = 10;

/** The items of the book market. */
export function MarketGrid(props: { posts: readonly PostItem[]; place: ListPlace }) {
  return (
    <ul aria-label={`${BOARDS.MARKET.name} 물품 목록`} className={GRID}>
      {props.posts.map((post) => (
        <MarketCard key={post.id} post={post} place={props.place} />
      ))}
    </ul>
  );
}

function MarketCard({ post, place }: { post: PostItem; place: ListPlace }) {
  const sold = post.tradeStatus === 'SOLD';
  return (
    <li className="group relative flex min-w-0 flex-col">
      <div className="relative aspect-square overflow-hidden rounded-ctl border border-line">
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
        params={{ boardType: BOARDS[place.boardType].slug, postId: String(post.id) }}
        search={place.search}
        state={{ fromList: true }}
        className="mt-2.5 line-clamp-2 font-medium leading-snug after:absolute after:inset-0 after:rounded-ctl focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-focus focus-visible:after:outline-offset-4"
      >
        <bdi>{post.title}</bdi>
      </Link>
      <Price price={post.price} className={cx('mt-1 text-lg', sold && 'text-ink-3')} />
      <p className="mt-1 flex min-w-0 items-center gap-1.5 text-ink-3 text-xs">
        <bdi className="truncate">{post.writerNickname}</bdi>
        <span aria-hidden="true">·</span>
        <time dateTime={post.createdDate} className="shrink-0">
          {post.createdDate.slice(0, DAY_LENGTH)}
        </time>
      </p>
      <p className="mt-0.5 flex items-center gap-2.5 text-ink-3 text-xs">
        <RowCount icon={<Heart size={12} />} label="좋아요" count={post.likeCount} />
        <RowCount icon={<MessageCircle size={12} />} label="댓글" count={post.commentCount} />
        <RowCount icon={<Eye size={13} />} label="조회" count={post.viewCount} />
      </p>
    </li>
  );
}

/** Ten cards in the shape of the real ones. */
export function MarketSkeleton() {
  return (
    <div role="status" aria-label="물품을 불러오는 중입니다." className={GRID}>
      {Array.from({ length: 10 }, (_, card) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the cards are all alike and never move
        <div key={`card-${card}`}>
          <Skeleton className="aspect-square h-auto! rounded-ctl!" />
          <Skeleton className="mt-3 w-4/5" />
          <Skeleton className="mt-2 h-5 w-2/5" />
          <Skeleton className="mt-2 h-3! w-3/5" />
        </div>
      ))}
    </div>
  );
}
