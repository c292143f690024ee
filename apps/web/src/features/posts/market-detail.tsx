import { imageVariantUrl } from '@naru/contract/images';
import type { PostDetail } from '@naru/contract/posts';
import { type ReactNode, useState } from 'react';
import { BumpButton, isBumpable } from '../../entities/market/bump-button.tsx';
import {
  Price,
  TRADE_OPTIONS,
  TradeBadge,
  tradeStatusOf,
} from '../../entities/market/trade-badge.tsx';
import { picturesOf } from '../../entities/posts/post-pictures.ts';
import { messageOf } from '../../lib/api/api-error.ts';
import { LazyPictureViewer } from '../../ui/lazy-picture-viewer.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { toast } from '../../ui/toast.ts';
import { ItemPicture } from './item-picture.tsx';
import { PostContent } from './post-content.tsx';
import { fullImageOf } from './sanitize.ts';
import { useSaveItem } from './save-post.ts';

/** The pictures of an item: one large, the others below to choose from; they open in full size. */
export function ItemImage({ post }: { post: PostDetail }) {
  const [isShown, setShown] = useState(false);
  const [chosen, setChosen] = useState(0);
  const imageUrls = picturesOf(post);
  // A change of the item may have left fewer.
  const at = chosen < imageUrls.length ? chosen : 0;
  const src = imageUrls[at];
  const altOf = (index: number) =>
    imageUrls.length > 1 ? `${post.title} 사진 ${index + 1}` : `${post.title} 사진`;
  if (!src) {
    return (
      <div className="aspect-square w-full self-start overflow-hidden rounded-ctl border border-line max-md:aspect-[16/9]">
        <ItemPicture src={null} alt="" seed={post.id} />
      </div>
    );
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-2">
      <button
        type="button"
        aria-label={`${altOf(at)}, 크게 보기`}
        onClick={() => setShown(true)}
        className="aspect-square w-full cursor-zoom-in overflow-hidden rounded-ctl border border-line"
      >
        <ItemPicture src={imageVariantUrl(src, 'medium')} alt="" seed={post.id} />
      </button>
      {imageUrls.length > 1 && (
        <ul aria-label="사진 고르기" className="flex gap-2 overflow-x-auto p-0.5">
          {imageUrls.map((url, index) => (
            <li key={url} className="shrink-0">
              <button
                type="button"
                aria-label={altOf(index)}
                aria-pressed={index === at}
                onClick={() => setChosen(index)}
                className="size-14 overflow-hidden rounded-ctl border-2 border-line aria-pressed:border-sea"
              >
                <ItemPicture src={imageVariantUrl(url, 'thumb')} alt="" seed={post.id} />
              </button>
            </li>
          ))}
        </ul>
      )}
      {isShown && (
        <LazyPictureViewer
          pictures={imageUrls.map((url, index) => ({ src: fullImageOf(url), alt: altOf(index) }))}
          index={at}
          onClose={() => setShown(false)}
        />
      )}
    </div>
  );
}

/** The price and the question to the seller at the lower edge of a phone, for as long as the item is read. */
export function ItemBar({ post, ask }: { post: PostDetail; ask: ReactNode }) {
  return (
    <div className="sticky bottom-(--bottom) z-10 -mx-4 flex flex-wrap items-center justify-between gap-x-3 gap-y-1 border-line border-t bg-paper px-4 py-2.5">
      <p>
        <span className="sr-only">가격 </span>
        <Price item={post} className="text-xl" />
      </p>
      {ask}
    </div>
  );
}

type ItemFactsProps = { post: PostDetail; hasBar?: boolean; ask?: ReactNode };

/** State, price and description of an item; the price may be in the bar. */
export function ItemFacts({ post, hasBar = false, ask }: ItemFactsProps) {
  return (
    <div className="pt-5">
      {post.isAuthor ? (
        <div className="flex flex-wrap items-center gap-2">
          <TradeStatusControl post={post} />
          {isBumpable(post) && <BumpButton postId={post.id} title={post.title} />}
        </div>
      ) : (
        <TradeBadge status={tradeStatusOf(post)} />
      )}
      {hasBar ? (
        <div className="mb-4" />
      ) : (
        <p className="mt-2 mb-5">
          <span className="sr-only">가격 </span>
          <Price item={post} className="text-2xl" />
        </p>
      )}
      {ask}
      <PostContent html={post.content} />
    </div>
  );
}

export function TradeStatusControl({ post }: { post: PostDetail }) {
  const { boardType, title, content } = post;
  const saving = useSaveItem(post.id);
  return (
    <Segmented
      label="거래 상태 변경"
      items={TRADE_OPTIONS}
      value={saving.isPending ? (saving.variables.tradeStatus ?? 'ON_SALE') : tradeStatusOf(post)}
      onChange={(tradeStatus) => {
        if (saving.isPending) return;
        const { imageUrls, pictures } = post;
        saving.mutate(
          { boardType, title, content, imageUrls, pictures, tradeStatus },
          {
            onError: (error) =>
              toast.error(messageOf(error, '거래 상태를 저장하지 못했습니다. 다시 시도해 주세요.')),
          },
        );
      }}
    />
  );
}
