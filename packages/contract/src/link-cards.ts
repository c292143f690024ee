import * as z from 'zod/mini';
import { dateSchema, postBoardSchema } from './fields.ts';
import { LIMITS } from './limits.ts';
import { TRADE_STATUSES } from './posts.ts';
import { get } from './route.ts';
import { TEXTS } from './texts.ts';

/** Preview of a link to a post of this site; never names the author. */
export const linkCardSchema = z.object({
  id: z.number(),
  title: z.string(),
  boardType: postBoardSchema,
  /** The room of a lecture post; null elsewhere. */
  lectureRoomId: z.nullable(z.number()),
  createdDate: dateSchema,
  commentCount: z.number(),
  tradeStatus: z.nullable(z.enum(TRADE_STATUSES)),
  /** A question with an accepted or official answer. */
  answered: z.boolean(),
});
export type LinkCard = z.output<typeof linkCardSchema>;

/** Comma-separated ids. */
const idsField = z.pipe(
  z.string().check(
    z.regex(/^[1-9]\d{0,15}(,[1-9]\d{0,15})*$/, TEXTS.idInvalid),
    z.refine((text) => text.split(',').length <= LIMITS.linkCardsMax, { error: TEXTS.idInvalid }),
  ),
  z.transform((text: string) => text.split(',').map(Number)),
);

export const linkCardRoutes = {
  cards: get('/api/post/link-cards', 'signedIn', {
    summary:
      'Previews of linked posts, except posts that the caller cannot read or whose author the caller blocks',
    query: z.object({ ids: idsField }),
    response: z.object({ cards: z.array(linkCardSchema) }),
  }),
};
