import * as z from 'zod/mini';
import { POST_FILTERS } from './choices.ts';
import {
  boardTypeField,
  boardTypeSchema,
  clientIdField,
  countedPage,
  dateSchema,
  dayField,
  idParam,
  idParams,
  intQuery,
  messageSchema,
  minePageQuery,
  pageTotals,
  pagingQuery,
  partialFields,
  removalQuery,
  searchField,
} from './fields.ts';
import { attachmentSchema, attachmentsField } from './files.ts';
import { headFields, headInput } from './heads.ts';
import { lectureTagFields, lectureTagInput } from './lecture-tags.ts';
import { LIMITS } from './limits.ts';
import { listFilters } from './list-filters.ts';
import { marketFields, marketInput } from './market-fields.ts';
import { noticeFields, noticeInput } from './notice-fields.ts';
import { fileAddress, postHtml } from './own-files.ts';
import { likedSchema, myPostSchema, mySaleSchema, scrapSchema } from './own-posts.ts';
import { pastedNoticeBody } from './pasted-notices.ts';
import { pollInput, pollSchema } from './polls.ts';
import { contentField, imageUrlsField, picturesField, titleField } from './post-fields.ts';
import { del, get, post, put } from './route.ts';
import { teamFields, teamInput } from './team-fields.ts';
import { TEXTS } from './texts.ts';

export { TRADE_STATUSES, type TradeStatus } from './trade.ts';

/** A row of a list. The writer of anonymous posts is always the same constant. */
export const postItemSchema = z.object({
  id: z.number(),
  title: z.string(),
  boardType: boardTypeSchema,
  writerId: z.nullable(z.number()),
  writerNickname: z.string(),
  /** True when the author is hidden: on the secret board, and where the author chose it. */
  anonymous: z.optional(z.boolean()),
  createdDate: dateSchema,
  viewCount: z.number(),
  likeCount: z.number(),
  commentCount: z.number(),
  thumbNailUrl: z.nullable(fileAddress),
  /** Of the first picture. */
  imageUrls: z.nullable(fileAddress),
  /** Of the further pictures. */
  pictures: z.array(fileAddress),
  ...marketFields,
  ...lectureTagFields,
  ...headFields,
  ...teamFields,
  pinned: z.boolean(),
  /** A question with an accepted answer. */
  answered: z.boolean(),
  /** False while the post is blinded, whatever files it has. */
  hasFiles: z.boolean(),
  /** A notice whose time is over. */
  expired: z.optional(z.boolean()),
  /** A notice that its readers confirm. */
  mustRead: z.optional(z.boolean()),
  /** A post with a poll. */
  hasPoll: z.optional(z.boolean()),
  /** True when the viewer blocks the author: title, text, pictures and name are left out. */
  blocked: z.optional(z.boolean()),
  /** True when it was reported often and staff have not decided yet; they alone get the text. */
  blinded: z.optional(z.boolean()),
});
export type PostItem = z.output<typeof postItemSchema>;

const postPageSchema = z.object({
  posts: z.array(postItemSchema),
  ...countedPage,
  ...partialFields,
});

export const postDetailSchema = z.object({
  ...postItemSchema.shape,
  content: postHtml,
  /** The first picture that the text does not show: existing clients show it above the text. */
  image_urls: z.nullable(fileAddress),
  targetUrl: z.nullable(z.string()),
  updatedDate: z.nullable(dateSchema),
  isLike: z.boolean(),
  isScrapped: z.boolean(),
  isAuthor: z.boolean(),
  writerProfileThumbnails: z.nullable(fileAddress),
  writerRoles: z.array(z.string()),
  acceptedCommentId: z.nullable(z.number()),
  /** End of the pin; null when not pinned or without an end. */
  pinnedUntil: z.nullable(dateSchema),
  attachments: z.array(attachmentSchema),
  poll: z.optional(pollSchema),
  ...noticeFields,
});
export type PostDetail = z.output<typeof postDetailSchema>;

/** Board of a new post; required like title and content. */
const writtenBoardField = z.pipe(
  z.string({ error: TEXTS.postRequired }).check(z.minLength(1, TEXTS.postRequired)),
  boardTypeField,
);

export const postBody = z.object({
  boardType: writtenBoardField,
  title: titleField(TEXTS.postRequired),
  content: contentField(TEXTS.postRequired),
  imageUrls: imageUrlsField,
  pictures: picturesField,
  /**
   * Hides the author of a new post, where that is allowed (`anonymousBoards`); the secret board always does.
   * A change must send the stored value, or none.
   */
  anonymous: z.optional(z.boolean()),
  /** Not with an anonymous post and not with a market item. */
  attachments: attachmentsField,
  ...marketInput,
  ...noticeInput,
  ...lectureTagInput,
  ...headInput,
  ...teamInput,
  /** Not with a market item. */
  poll: pollInput,
  /** New posts only. */
  clientId: clientIdField,
});
export type PostInput = z.output<typeof postBody>;

/** A pin ends with this Korean day. */
export const pinBody = z.object({
  until: z.pipe(
    z.string({ error: TEXTS.pinUntilRequired }).check(z.minLength(1, TEXTS.pinUntilRequired)),
    dayField,
  ),
});

const mineSizeQuery = z.object(pagingQuery(LIMITS.mineSize));

export const postRoutes = {
  list: get('/api/post', 'signedIn', {
    summary: 'One page of a board, searched or whole',
    query: z.object({
      boardType: boardTypeField,
      ...pagingQuery(LIMITS.postPageSize),
      filter: z.prefault(z.enum(POST_FILTERS), 'title'),
      query: searchField,
      ...listFilters,
    }),
    response: z.object({ pageResponse: postPageSchema, isMarked: z.boolean() }),
  }),
  around: get('/api/post/:id/around', 'signedIn', {
    summary: 'The posts of a board written before and after one, without regard to pins',
    params: idParams,
    query: z.object({ boardType: boardTypeField }),
    /** Newest first; both are empty for a post that is not on the board. */
    response: z.object({ newer: z.array(postItemSchema), older: z.array(postItemSchema) }),
  }),
  detail: get('/api/post/:id', 'signedIn', {
    summary: 'One post; counts a view once per member and day',
    params: idParams,
    response: z.object({ dto: postDetailSchema }),
    errors: ['POST_NOT_FOUND'],
  }),
  create: post('/api/post/post-up', 'signedIn', {
    summary: 'Write a post or register a market item; a repeated clientId stores it once',
    body: postBody,
    status: 201,
    response: z.object({ id: z.number(), message: z.string() }),
    errors: [
      'BOARD_NOT_WRITABLE',
      'WRITE_DENIED',
      'MARKET_DENIED',
      'IMAGE_NOT_READY',
      'ATTACHMENT_NOT_READY',
      'POST_THROTTLED',
    ],
  }),
  update: put('/api/post/post-up/:postId', 'signedIn', {
    summary: 'Change an own post; its board stays',
    params: z.object({ postId: idParam }),
    body: postBody,
    response: z.object({ id: z.number(), message: z.string() }),
    errors: [
      'POST_NOT_FOUND',
      'PERMISSION_DENIED',
      'WRITE_DENIED',
      'IMAGE_NOT_READY',
      'ATTACHMENT_NOT_READY',
      'CONTENT_BLINDED',
      'POLL_STARTED',
      'PETITION_FIXED',
    ],
  }),
  remove: del('/api/post/:id', 'signedIn', {
    summary:
      'Delete a post: its author, and with an audited reason staff and the professor of its room',
    params: idParams,
    query: removalQuery,
    response: messageSchema,
    errors: ['POST_NOT_FOUND', 'PERMISSION_DENIED', 'LECTURE_MEMBERS_ONLY', 'PETITION_FIXED'],
  }),
  summary: get('/api/post/:boardType/summary', 'signedIn', {
    summary: 'Newest posts of one board',
    params: z.object({ boardType: boardTypeField }),
    query: z.object({ pageSize: intQuery(1, LIMITS.summarySizeMax, LIMITS.summarySize) }),
    response: z.object({ Posts: z.array(postItemSchema) }),
  }),
  summaryMulti: post('/api/post/summary-multi', 'signedIn', {
    whileReadOnly: true,
    summary: 'Newest posts of several boards: `pageSize` of all, newest first, and as many of each',
    body: z.object({
      types: z.array(boardTypeField).check(z.minLength(1), z.maxLength(LIMITS.summaryTypesMax)),
      pageSize: z.optional(z.int().check(z.minimum(1), z.maximum(LIMITS.summarySizeMax))),
    }),
    response: z.object({
      Posts: z.array(postItemSchema),
      /** The summary of each board. */
      boards: z.record(z.string(), z.array(postItemSchema)),
    }),
  }),
  accept: post('/api/post/:id/accept', 'signedIn', {
    summary: 'Accept a comment as the answer of a question, or take it back with null',
    params: idParams,
    body: z.object({ commentId: z.nullable(z.int().check(z.minimum(1))) }),
    response: z.object({ acceptedCommentId: z.nullable(z.number()) }),
    errors: ['POST_NOT_FOUND', 'COMMENT_NOT_FOUND', 'PERMISSION_DENIED'],
  }),
  paste: post('/api/admin/notices', 'ADMIN', {
    summary: 'Copy a notice of the school or department site, shown as written by that site',
    body: pastedNoticeBody,
    status: 201,
    response: z.object({ id: z.number(), message: z.string() }),
    errors: ['NOTICE_PASTED', 'IMAGE_NOT_READY', 'ATTACHMENT_NOT_READY'],
  }),
  changePasted: put('/api/admin/notices/:id', 'ADMIN', {
    summary: 'Change a copied notice; its board and its source stay',
    params: idParams,
    body: pastedNoticeBody,
    response: z.object({ id: z.number(), message: z.string() }),
    errors: ['POST_NOT_FOUND', 'NOTICE_PASTED', 'IMAGE_NOT_READY', 'ATTACHMENT_NOT_READY'],
  }),
  pin: put('/api/post/:id/pin', 'STUDENT_COUNCIL', {
    summary: 'Keep a post at the top of its board until the end of a day; staff of the board',
    params: idParams,
    body: pinBody,
    response: messageSchema,
    errors: ['POST_NOT_FOUND', 'PERMISSION_DENIED', 'PIN_LIMIT'],
  }),
  unpin: del('/api/post/:id/pin', 'STUDENT_COUNCIL', {
    summary: 'End the pin of a post; staff of the board',
    params: idParams,
    response: messageSchema,
    errors: ['POST_NOT_FOUND', 'PERMISSION_DENIED'],
  }),
  bump: post('/api/post/:id/bump', 'signedIn', {
    summary: 'Move an own item to the top of the market, once a Korean day',
    params: idParams,
    response: messageSchema,
    errors: ['POST_NOT_FOUND', 'PERMISSION_DENIED', 'CONTENT_BLINDED', 'ITEM_SOLD', 'ITEM_BUMPED'],
  }),
  mySales: get('/api/post/my-sales', 'signedIn', {
    summary: 'Own market items: on sale, then reserved, then sold, each newest first',
    query: minePageQuery,
    response: z.object({ posts: z.array(mySaleSchema), ...pageTotals }),
  }),
  myPosts: get('/api/post/my-posts', 'signedIn', {
    summary: 'Own posts, newest first',
    query: minePageQuery,
    response: z.object({ posts: z.array(myPostSchema), ...pageTotals }),
  }),
  likedPosts: get('/api/post/like', 'signedIn', {
    summary: 'Posts the caller likes',
    query: mineSizeQuery,
    response: z.object({ likes: z.array(likedSchema), ...pageTotals }),
  }),
  scraps: get('/api/post/scraps', 'signedIn', {
    summary: 'Posts that the caller has scrapped',
    query: mineSizeQuery,
    response: z.object({ scraps: z.array(scrapSchema), ...pageTotals }),
  }),
};
