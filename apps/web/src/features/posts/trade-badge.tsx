import type { TradeStatus } from '@naru/contract/posts';
import { formatPrice } from '../../lib/format/numbers.ts';
import { Badge } from '../../ui/badge.tsx';
import { cx } from '../../ui/cx.ts';
import { TRADE_LABELS } from './posts.texts.ts';

/** Items from before trade states count as on sale. */
export function TradeBadge(props: { status: TradeStatus | null; className?: string }) {
  const { label, tone } = TRADE_LABELS[props.status ?? 'ON_SALE'];
  return (
    <Badge tone={tone} className={props.className}>
      {label}
    </Badge>
  );
}

/** `12,000원`, `가격 미정`; `0원` with 나눔 beside it. */
export function Price(props: { price: number | null; className?: string }) {
  return (
    <span className={cx('inline-flex items-center gap-1.5 font-bold', props.className)}>
      {formatPrice(props.price)}
      {props.price === 0 && <Badge tone="violet">나눔</Badge>}
    </span>
  );
}
