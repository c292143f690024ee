import * as z from 'zod/mini';
import { dateSchema, fewMarks } from './fields.ts';
import { LIMITS } from './limits.ts';
import { titleField } from './post-fields.ts';
import { isInvisible } from './text.ts';
import { TEXTS } from './texts.ts';
import { TRADE_STATUSES } from './trade.ts';

/** Parses won from text like `12,000원`; null unless an integer from 0 to the maximum. */
export function readPrice(text: string): number | null {
  const digits = text.replace(/[,\s원]/g, '');
  if (!/^\d{1,9}$/.test(digits)) return null;
  const price = Number(digits);
  return price <= LIMITS.priceMax ? price : null;
}

/** What only market items have; null on other posts. */
export const marketFields = {
  /** Won. */
  price: z.nullable(z.number()),
  tradeStatus: z.nullable(z.enum(TRADE_STATUSES)),
  /** When the item was last moved to the top of the market. */
  bumpedDate: z.optional(dateSchema),
};

/** The same fields in the body of a post. */
export const marketInput = {
  price: z.nullish(
    z
      .int({ error: TEXTS.priceFormat })
      .check(z.minimum(0, TEXTS.priceFormat), z.maximum(LIMITS.priceMax, TEXTS.priceFormat)),
  ),
  tradeStatus: z.nullish(z.enum(TRADE_STATUSES)),
};

/** A market item as typed; the call takes the description as HTML. */
export const itemForm = z.object({
  title: titleField(TEXTS.marketRequired),
  price: z.pipe(
    z.string().check(
      z.refine((text) => text.trim() !== '', { error: TEXTS.marketRequired, abort: true }),
      z.refine((text) => readPrice(text) !== null, { error: TEXTS.priceFormat }),
    ),
    z.transform((text: string) => readPrice(text) ?? 0),
  ),
  description: z.string().check(
    z.trim(),
    z.refine((text) => !isInvisible(text), { error: TEXTS.marketRequired, abort: true }),
    fewMarks,
  ),
});
