import type { ChatItem } from '@naru/contract/chat';
import { imageVariantUrl } from '@naru/contract/images';
import { Link } from '@tanstack/react-router';
import { BookOpen, ChevronRight } from 'lucide-react';
import { TradeBadge, tradeStatusOf } from '../../entities/market/trade-badge.tsx';
import { formatPrice } from '../../lib/format/numbers.ts';
import { postPath } from '../../lib/paths.ts';

export const GONE_ITEM = '삭제된 물품';

/** The item that a room is about, above its messages, as a link to the item. */
export function RoomItem({ item }: { item: ChatItem }) {
  const look =
    'flex min-h-14 items-center gap-3 border-line border-b bg-paper px-4 py-2 max-md:px-3';
  if (item.isGone) {
    return (
      <p className={look}>
        <Picture item={item} />
        <span className="text-ink-3">{GONE_ITEM}</span>
      </p>
    );
  }
  return (
    <Link to={postPath('market', item.postId)} className={`${look} hover:bg-hover`}>
      <Picture item={item} />
      <span className="min-w-0 flex-1">
        <bdi className="block truncate font-semibold">{item.title}</bdi>
        <span className="flex items-center gap-2 text-md">
          <TradeBadge status={tradeStatusOf(item)} />
          {formatPrice(item.price)}
        </span>
      </span>
      <ChevronRight size={18} className="shrink-0 text-ink-3" />
    </Link>
  );
}

function Picture({ item: { thumbNailUrl } }: { item: ChatItem }) {
  const box = 'size-10 shrink-0 rounded-ctl';
  if (thumbNailUrl === null) {
    return (
      <span className={`${box} grid place-items-center bg-deck text-ink-3`}>
        <BookOpen size={20} />
      </span>
    );
  }
  return (
    <img
      src={imageVariantUrl(thumbNailUrl, 'thumb')}
      alt=""
      className={`${box} bg-deck object-cover`}
    />
  );
}
