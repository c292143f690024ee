import * as z from 'zod/mini';
import { dateSchema, idsText, postBoardSchema } from './fields.ts';
import { LIMITS } from './limits.ts';
import { TRADE_STATUSES } from './posts.ts';
import { get } from './route.ts';

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

export const linkCardRoutes = {
  cards: get('/api/post/link-cards', 'signedIn', {
    summary:
      'Previews of linked posts, except posts that the caller cannot read or whose author the caller blocks',
    query: z.object({ ids: idsText(LIMITS.linkCardsMax) }),
    response: z.object({ cards: z.array(linkCardSchema) }),
  }),
};
