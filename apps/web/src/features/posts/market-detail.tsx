import { imageVariantUrl } from '@naru/contract/images';
import type { PostDetail } from '@naru/contract/posts';
import { useState } from 'react';
import { messageOf } from '../../lib/api/api-error.ts';
import { LazyPictureViewer } from '../../ui/lazy-picture-viewer.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { toast } from '../../ui/toast.ts';
import { ItemPicture } from './item-picture.tsx';
import { PostContent } from './post-content.tsx';
import { fullImageOf } from './sanitize.ts';
import { useSaveItem } from './save-post.ts';
import { Price, TRADE_OPTIONS, TradeBadge, tradeStatusOf } from './trade-badge.tsx';

/** The picture of an item, which opens in full size. */
export function ItemImage({ post }: { post: PostDetail }) {
  const [isShown, setShown] = useState(false);
  const src = post.imageUrls[0];
  const alt = `${post.title} 사진`;
  if (!src) {
    return (
      <div className="aspect-square w-full self-start overflow-hidden rounded-ctl border border-line max-md:aspect-[16/9]">
        <ItemPicture src={null} alt="" seed={post.id} />
      </div>
    );
  }
  return (
    <>
      <button
        type="button"
        aria-label={`${alt}, 크게 보기`}
        onClick={() => setShown(true)}
        className="aspect-square w-full cursor-zoom-in self-start overflow-hidden rounded-ctl border border-line"
      >
        <ItemPicture src={imageVariantUrl(src, 'medium')} alt="" seed={post.id} />
      </button>
      {isShown && (
        <LazyPictureViewer
          pictures={[{ src: fullImageOf(src), alt }]}
          index={0}
          onClose={() => setShown(false)}
        />
      )}
    </>
  );
}

/** State, price and description of an item. */
export function ItemFacts({ post }: { post: PostDetail }) {
  return (
    <div className="pt-5">
      {post.isAuthor ? (
        <TradeStatusControl post={post} />
      ) : (
        <TradeBadge status={tradeStatusOf(post)} />
      )}
      <p className="mt-2 mb-5">
        <span className="sr-only">가격 </span>
        <Price item={post} className="text-2xl" />
      </p>
      <PostContent html={post.content} />
    </div>
  );
}

export function TradeStatusControl({ post }: { post: PostDetail }) {
  const { boardType, title, content } = post;
  const saving = useSaveItem(post.id);
  return (
    <Segmented
      label="거래 상태 바꾸기"
      items={TRADE_OPTIONS}
      value={saving.isPending ? (saving.variables.tradeStatus ?? 'ON_SALE') : tradeStatusOf(post)}
      onChange={(tradeStatus) => {
        if (saving.isPending) return;
        // An update carries every field, and the server refuses an item without a price.
        const price = post.price ?? 0;
        const imageUrls = post.imageUrls.slice(0, 1);
        saving.mutate(
          { boardType, title, content, imageUrls, price, tradeStatus },
          { onError: (error) => toast.error(messageOf(error, '거래 상태를 바꾸지 못했습니다.')) },
        );
      }}
    />
  );
}
