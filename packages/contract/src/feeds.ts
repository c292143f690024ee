import * as z from 'zod/mini';
import { dateSchema, messageSchema } from './fields.ts';
import { del, get, put } from './route.ts';
import { TEXTS } from './texts.ts';

export const FEED_KINDS = ['NOTICES', 'ACADEMIC', 'TIMETABLE', 'BOOKINGS'] as const;
export type FeedKind = (typeof FEED_KINDS)[number];

interface Feed {
  name: string;
  /** Its ending says to programs what they get. */
  file: `${string}.atom` | `${string}.ics`;
}

/** What a member may subscribe to with other programs. A further kind needs its line here and its writer on the server. */
export const FEEDS: Record<FeedKind, Feed> = {
  NOTICES: { name: '공지사항', file: 'notices.atom' },
  ACADEMIC: { name: '학사일정', file: 'academic.ics' },
  TIMETABLE: { name: '내 시간표', file: 'timetable.ics' },
  BOOKINGS: { name: '내 예약', file: 'bookings.ics' },
};

const feedSchema = z.object({
  kind: z.enum(FEED_KINDS),
  madeAt: dateSchema,
  /** When a program last read it, to the hour; null: never. */
  lastUsedAt: z.nullable(dateSchema),
});
export type OwnFeed = z.output<typeof feedSchema>;

const kindParams = z.object({ kind: z.enum(FEED_KINDS, { error: TEXTS.valueInvalid }) });

/** Personal addresses by which programs without a login read what their member may read. */
export const feedRoutes = {
  list: get('/api/member/feeds', 'signedIn', {
    summary: 'The own feeds, without their addresses, which nobody sees again',
    response: z.object({ feeds: z.array(feedSchema) }),
  }),
  make: put('/api/member/feeds/:kind', 'signedIn', {
    summary: 'Make the address of a feed; the former one ends. Only this response contains it',
    params: kindParams,
    response: z.object({ ...messageSchema.shape, url: z.string(), feed: feedSchema }),
  }),
  end: del('/api/member/feeds/:kind', 'signedIn', {
    summary: 'End the address of a feed at once; repeatable',
    params: kindParams,
    response: messageSchema,
    whileReadOnly: true,
  }),
  read: get('/feeds/:secret/:file', 'public', {
    summary: 'What the address of a feed leads to: an Atom feed or a calendar',
    params: z.object({ secret: z.string(), file: z.string() }),
    response: null,
    errors: ['NOT_FOUND'],
  }),
};
