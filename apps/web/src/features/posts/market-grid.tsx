import { BOARDS } from '@naru/contract/boards';
import { LIMITS } from '@naru/contract/limits';
import type { PostItem } from '@naru/contract/posts';
import { Eye, Heart, MessageCircle } from 'lucide-react';
import { RowCount } from '../../entities/posts/row-marks.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ItemCard, ItemSkeletons } from './item-card.tsx';
import type { ListLocation } from './post-list.tsx';

const GRID =
  'grid grid-cols-2 gap-x-4 gap-y-6 border-line border-t px-5 py-5 max-md:gap-x-3 max-md:px-4 md:grid-cols-3 lg:grid-cols-5';
const COUNTS = 'flex h-5 items-center gap-2.5 text-ink-3 text-xs';

export function MarketGrid(props: { posts: readonly PostItem[]; location: ListLocation }) {
  return (
    <ul aria-label={`${BOARDS.MARKET.name} 물품 목록`} className={GRID}>
      {props.posts.map((post) => (
        <ItemCard key={post.id} post={post} look="grid" location={props.location}>
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
    <ItemSkeletons look="grid" cards={LIMITS.postPageSize} className={GRID}>
      <div className={COUNTS}>
        <Skeleton className="h-3 w-1/2" />
      </div>
    </ItemSkeletons>
  );
}
