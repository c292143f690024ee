import { BOARDS } from '@naru/contract/boards';
import type { PostInput } from '@naru/contract/posts';
import { TEXTS } from '@naru/contract/texts';
import { fieldError } from '../../platform/errors.ts';
import type { MarketRow } from './market.sql.ts';

export type MarketValues = Partial<MarketRow>;

export function presentMarket({ price, tradeStatus }: MarketRow) {
  return { price, tradeStatus };
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
