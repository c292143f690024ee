import * as z from 'zod/mini';
import { POST_FILTERS, SEARCH_PERIODS } from './choices.ts';
import { dateSchema, intQuery, partialFields, postBoardSchema, wordsField } from './fields.ts';
import { memberSummarySchema } from './friends.ts';
import { headFields } from './heads.ts';
import { LIMITS } from './limits.ts';
import { get } from './route.ts';
import { isSearchable, SEARCH_PLACES } from './search-places.ts';
import { TEXTS } from './texts.ts';

/** A post that contains the words. On anonymous boards the writer is always the same constant. */
export const foundPostSchema = z.object({
  id: z.number(),
  title: z.string(),
  boardType: postBoardSchema,
  /** Of its lecture room; null on community boards. */
  lectureId: z.nullable(z.number()),
  lectureTitle: z.nullable(z.string()),
  writerNickname: z.string(),
  createdDate: dateSchema,
  commentCount: z.number(),
  ...headFields,
  /** Plain text around the first place with the words, else the beginning. */
  excerpt: z.string(),
  /** The attached file that the excerpt is of; null for one of the post's own text. Older servers have none. */
  fileName: z.optional(z.nullable(z.string())),
});
export type FoundPost = z.output<typeof foundPostSchema>;

export const foundLectureSchema = z.object({
  id: z.number(),
  title: z.string(),
  professorName: z.string(),
  year: z.number(),
  semester: z.union([z.literal(1), z.literal(2)]),
  isMarked: z.boolean(),
});
export type FoundLecture = z.output<typeof foundLectureSchema>;

export const searchRoutes = {
  search: get('/api/search', 'signedIn', {
    summary: 'Posts of all boards and of the own lecture rooms, lectures and people',
    query: z.object({
      query: wordsField(TEXTS.queryLength).check(
        z.refine(isSearchable, { error: TEXTS.searchTooShort }),
      ),
      /** What of the posts is searched; by writer, no anonymous post is found. */
      filter: z.prefault(z.enum(POST_FILTERS, { error: TEXTS.valueInvalid }), 'all'),
      place: z.optional(z.enum(SEARCH_PLACES, { error: TEXTS.valueInvalid })),
      period: z.optional(z.enum(SEARCH_PERIODS, { error: TEXTS.valueInvalid })),
      page: intQuery(0, LIMITS.searchFound, 0),
      size: intQuery(1, LIMITS.searchPageSize, LIMITS.searchPageSize),
    }),
    response: z.object({
      /** Newest first. */
      posts: z.array(foundPostSchema),
      /** Of the posts; `LIMITS.searchFound` for as many or more. */
      totalCount: z.number(),
      currentPage: z.number(),
      totalPages: z.number(),
      ...partialFields,
      /** On the first page without a place only. */
      lectures: z.array(foundLectureSchema),
      people: z.array(memberSummarySchema),
    }),
  }),
};
