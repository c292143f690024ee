import * as z from 'zod/mini';
import { LIMITS } from './limits.ts';
import { titleField } from './post-fields.ts';
import { TEXTS } from './texts.ts';

/** Parses won from text like `12,000원`; null unless an integer from 0 to the maximum. */
export function readPrice(text: string): number | null {
  const digits = text.replace(/[,\s원]/g, '');
  if (!/^\d{1,9}$/.test(digits)) return null;
  const price = Number(digits);
  return price <= LIMITS.priceMax ? price : null;
}

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
  description: z.pipe(
    z.pipe(
      z.string(),
      z.transform((text: string) => text.trim()),
    ),
    z.string().check(z.minLength(1, TEXTS.marketRequired)),
  ),
});
