import { imageVariantUrl } from '@naru/contract/images';
import type { PostDetail } from '@naru/contract/posts';
import { useState } from 'react';
import { ImageDialog, type ShownImage } from './image-dialog.tsx';
import { TradeStatusControl } from './item/trade-status-control.tsx';
import { ItemPicture } from './item-picture.tsx';
import { PostContent } from './post-content.tsx';
import { ITEM_GRID } from './post-skeleton.tsx';
import { fullImageOf } from './sanitize.ts';
import { Price, TradeBadge } from './trade-badge.tsx';

export function MarketDetail({ post }: { post: PostDetail }) {
  const [image, setImage] = useState<ShownImage | null>(null);
  const src = post.imageUrls[0];
  const alt = `${post.title} 사진`;
  return (
    <div className={ITEM_GRID}>
      {src ? (
        <button
          type="button"
          aria-label={`${alt}, 크게 보기`}
          onClick={() => setImage({ src: fullImageOf(src), alt })}
          className="aspect-square w-full cursor-zoom-in self-start overflow-hidden rounded-ctl border border-line"
        >
          <ItemPicture src={imageVariantUrl(src, 'medium')} alt="" seed={post.id} />
        </button>
      ) : (
        <div className="aspect-square w-full self-start overflow-hidden rounded-ctl border border-line max-md:aspect-[16/9]">
          <ItemPicture src={null} alt="" seed={post.id} />
        </div>
      )}
      <div className="min-w-0">
        {post.isAuthor ? (
          <TradeStatusControl post={post} />
        ) : (
          <TradeBadge status={post.tradeStatus} />
        )}
        <p className="mt-2 mb-5">
          <span className="sr-only">가격 </span>
          <Price price={post.price} className="text-2xl" />
        </p>
        <PostContent html={post.content} />
      </div>
      <ImageDialog image={image} onClose={() => setImage(null)} />
    </div>
  );
}
