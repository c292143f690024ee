import { BOARDS } from '@naru/contract/boards';
import type { PostInput } from '@naru/contract/posts';
import { TEXTS } from '@naru/contract/texts';
import { toKst } from '../../platform/clock.ts';
import { fieldError } from '../../platform/errors.ts';
import type { MarketRow } from './market.sql.ts';

export type MarketValues = Partial<MarketRow>;

/** An item that was moved to the top keeps the date of its writing. */
export function presentMarket({
  price,
  tradeStatus,
  registeredAt,
  createdAt,
}: MarketRow & { createdAt: Date }) {
  if (registeredAt === null) return { price, tradeStatus };
  const dates = { createdDate: toKst(registeredAt), bumpedDate: toKst(createdAt) };
  return { price, tradeStatus, ...dates };
}

/**
 * Returns the columns to write; none for a post on another board. A change without a trade status keeps
 * the stored one. Throws VALIDATION_FAILED without a price.
 */
export function marketValues(input: PostInput, { isNew }: { isNew: boolean }): MarketValues {
  if (BOARDS[input.boardType].form !== 'item') return {};
  const { price, tradeStatus = null } = input;
  if (typeof price !== 'number') throw fieldError('price', TEXTS.marketRequired);
  return { price, tradeStatus: tradeStatus ?? (isNew ? 'ON_SALE' : undefined) };
}
