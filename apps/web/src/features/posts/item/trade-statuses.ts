import type { TradeStatus } from '@naru/contract/posts';
import { TRADE_LABELS } from '../posts.texts.ts';

const ORDER: readonly TradeStatus[] = ['ON_SALE', 'RESERVED', 'SOLD'];

/** The states of an item as choices. */
export const TRADE_STATUSES_LIST = ORDER.map((value) => ({
  value,
  label: TRADE_LABELS[value].label,
}));
