import * as z from 'zod/mini';
import { POST_SORTS } from './choices.ts';
import { idParam, intText } from './fields.ts';
import { LIMITS } from './limits.ts';
import { TEXTS } from './texts.ts';

const isTrue = z.optional(z.literal('true', { error: TEXTS.valueInvalid }));

/** What a list of a board selects, where the board offers it. */
export const listFilters = {
  /** Only posts about this lecture. */
  lectureTagId: z.optional(idParam),
  /** Only posts with this head. */
  headId: z.optional(idParam),
  sortBy: z.optional(z.enum(POST_SORTS, { error: TEXTS.valueInvalid })),
  /** Only questions without an accepted answer. */
  unanswered: isTrue,
  /** Only market items that are neither reserved nor sold. */
  onSale: isTrue,
  /** Only posts that still recruit. */
  recruiting: isTrue,
  minPrice: z.optional(intText(0, LIMITS.priceMax)),
  maxPrice: z.optional(intText(0, LIMITS.priceMax)),
};
