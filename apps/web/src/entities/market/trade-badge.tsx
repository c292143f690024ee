import type { PostItem, TradeStatus } from '@naru/contract/posts';
import { formatPrice } from '../../lib/format/numbers.ts';
import { Badge, type BadgeTone } from '../../ui/badge.tsx';
import { cx } from '../../ui/cx.ts';

const LOOKS: Record<TradeStatus, { label: string; tone: BadgeTone }> = {
  ON_SALE: { label: '판매 중', tone: 'tide' },
  RESERVED: { label: '예약 중', tone: 'gold' },
  SOLD: { label: '판매 완료', tone: 'plain' },
};

// The list of the contract comes with its schemas: it would load zod with the home page.
const STATUSES = Object.keys(LOOKS) as TradeStatus[];

export const TRADE_OPTIONS = STATUSES.map((value) => ({ value, label: LOOKS[value].label }));

/** Items from before trade states count as on sale. */
export function tradeStatusOf(item: Pick<PostItem, 'tradeStatus'>): TradeStatus {
  return item.tradeStatus ?? 'ON_SALE';
}

export function TradeBadge({ status, className }: { status: TradeStatus; className?: string }) {
  const { label, tone } = LOOKS[status];
  return (
    <Badge tone={tone} className={className}>
      {label}
    </Badge>
  );
}

/** `12,000원`, `가격 미정`; `0원` with 나눔 beside it. */
export function Price({ item, className }: { item: Pick<PostItem, 'price'>; className?: string }) {
  return (
    <span className={cx('inline-flex items-center gap-1.5 font-bold', className)}>
      {formatPrice(item.price)}
      {item.price === 0 && <Badge tone="violet">나눔</Badge>}
    </span>
  );
}
