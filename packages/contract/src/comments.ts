import * as z from 'zod/mini';
import {
  clientIdField,
  dateSchema,
  idField,
  idParam,
  idParams,
  intText,
  messageSchema,
  minePageQuery,
  optionalLine,
  pageQuery,
  pageTotals,
  postBoardSchema,
  removalQuery,
  textField,
} from './fields.ts';
import { LIMITS } from './limits.ts';
import { fileAddress, fileFields } from './own-files.ts';
import { del, get, post, put } from './route.ts';
import { TEXTS } from './texts.ts';

/** A comment or reply. Below an anonymous post the writer is 익명n or 글쓴이 and has no id. */
export const commentSchema = z.object({
  id: z.number(),
  postId: z.number(),
  boardType: postBoardSchema,
  parentId: z.nullable(z.number()),
  /** Plain text; empty when deleted. */
  content: z.string(),
  text: z.string(),
  createdDate: dateSchema,
  edited: z.boolean(),
  /** A placeholder: it was deleted but still has replies. */
  deleted: z.boolean(),
  writerId: z.nullable(z.number()),
  writerNickname: z.string(),
  writerProfileThumbnails: z.nullable(fileAddress),
  writerRoles: z.array(z.string()),
  /** Written by the author of the post. */
  isPostAuthor: z.boolean(),
  /** Written by the viewer. */
  isAuthor: z.boolean(),
  countChildren: z.number(),
  likes: z.number(),
  liked: z.boolean(),
  /** Writer of the reply that this reply responds to; null for the others. */
  targetNickname: z.nullable(z.string()),
  /** True when the viewer blocks the writer: content and name are left out. */
  blocked: z.optional(z.boolean()),
  /** True when it was reported often and staff have not decided yet; they alone get the text. */
  blinded: z.optional(z.boolean()),
  /** Members whom `@name` in the text means, by the nickname of then and of now. */
  mentions: z.optional(
    z.array(z.object({ id: z.number(), name: z.string(), nickname: z.string() })),
  ),
  /** `alt` is empty when the writer did not say what it shows. */
  picture: z.optional(z.object({ url: fileAddress, alt: z.string() })),
});
export type Comment = z.output<typeof commentSchema>;

export const COMMENT_SORTS = ['oldest', 'newest'] as const;
export type CommentSort = (typeof COMMENT_SORTS)[number];

/** Largest position of a comment inside its post. */
const POSITION_MAX = 999_999_999;

const commentField = textField(LIMITS.commentMax, TEXTS.commentRequired, TEXTS.commentLength);

const pictureField = z.object({
  url: z
    .string()
    .check(z.maxLength(100, TEXTS.imageForeign))
    .register(fileFields, { holds: 'address' }),
  alt: z.prefault(optionalLine(LIMITS.pictureAltMax, TEXTS.pictureAltLength), ''),
});

/** Body of a new comment below a post of any board. */
export const commentFields = {
  content: commentField,
  parentId: z.nullish(idField),
  /** The reply that this one responds to, in the thread of `parentId`. */
  replyToId: z.nullish(idField),
  /** An own upload that nothing uses yet. */
  picture: z.nullish(pictureField),
  clientId: clientIdField,
};
/** `after` is the `next` of the previous response and replaces `page`. */
const pageFields = { page: pageQuery, after: z.optional(intText(1, POSITION_MAX)) };
/** `next` continues the list where this response ends; null at the end. */
const pageAnswer = {
  currentPage: z.number(),
  totalPages: z.number(),
  next: z.nullable(z.number()),
};
export const commentListQuery = z.object({
  ...pageFields,
  sort: z.prefault(z.enum(COMMENT_SORTS), 'oldest'),
});
export const commentListSchema = z.object({
  comments: z.array(commentSchema),
  /** Comments and replies that are not deleted. */
  commentCount: z.number(),
  ...pageAnswer,
});
export const newCommentSchema = z.object({ comment: commentSchema, commentCount: z.number() });

const likeSchema = z.object({ currentCount: z.number(), liked: z.boolean() });

export const commentRoutes = {
  list: get('/api/post/:id/comments', 'signedIn', {
    summary: 'Top-level comments of a post, at most 100 and 256 KB; `next` continues',
    params: idParams,
    query: commentListQuery,
    response: commentListSchema,
    errors: ['POST_NOT_FOUND'],
  }),
  replies: get('/api/post/:commentId/replies', 'signedIn', {
    summary: 'Replies of a comment, oldest first, at most 100 and 256 KB; `next` continues',
    params: z.object({ commentId: idParam }),
    query: z.object(pageFields),
    response: z.object({ replies: z.array(commentSchema), ...pageAnswer }),
    errors: ['COMMENT_NOT_FOUND', 'LECTURE_MEMBERS_ONLY'],
  }),
  location: get('/api/comment/:id/location', 'signedIn', {
    summary: 'Where a comment stands in its thread, to open a list at it',
    params: idParams,
    response: z.object({
      postId: z.number(),
      /** The top-level comment above a reply; null for a top-level comment. */
      parentId: z.nullable(z.number()),
      /** Inside its post: `after: position - 1` starts a list of its siblings at it. */
      position: z.number(),
      /** Of the top-level comment of its thread, which may be itself. */
      topPosition: z.number(),
    }),
    errors: ['COMMENT_NOT_FOUND', 'LECTURE_MEMBERS_ONLY'],
  }),
  create: post('/api/post/:id/comments', 'STUDENT', {
    summary: 'Comment on a post, or reply with parentId; a repeated clientId stores it once',
    denied: 'COMMENT_DENIED',
    params: idParams,
    body: z.object({
      ...commentFields,
      /** Ignored; the server builds links itself. */
      targetUrl: z.nullish(z.string()),
    }),
    status: 201,
    response: newCommentSchema,
    errors: ['POST_NOT_FOUND', 'PARENT_COMMENT_INVALID', 'COMMENT_THROTTLED', 'IMAGE_NOT_READY'],
  }),
  update: put('/api/comment/:id', 'STUDENT', {
    summary: 'Change an own comment',
    denied: 'COMMENT_DENIED',
    params: idParams,
    body: z.object({ content: commentField }),
    response: z.object({ comment: commentSchema }),
    errors: ['COMMENT_NOT_FOUND', 'PERMISSION_DENIED', 'LECTURE_MEMBERS_ONLY', 'CONTENT_BLINDED'],
  }),
  remove: del('/api/comment/:id', 'signedIn', {
    summary:
      'Delete an own comment; staff any, the council below its notices, a professor in the own room, with an audited reason',
    params: idParams,
    query: removalQuery,
    response: z.object({ ...messageSchema.shape, commentCount: z.number() }),
    errors: ['COMMENT_NOT_FOUND', 'PERMISSION_DENIED', 'LECTURE_MEMBERS_ONLY'],
  }),
  restore: post('/api/comment/:id/restore', 'STUDENT', {
    summary:
      'Undo the own deletion of a comment within ten minutes; not of one that staff had hidden',
    denied: 'COMMENT_DENIED',
    params: idParams,
    response: z.object({ ...newCommentSchema.shape, ...messageSchema.shape }),
    errors: ['COMMENT_NOT_FOUND', 'PERMISSION_DENIED', 'LECTURE_MEMBERS_ONLY', 'RESTORE_DENIED'],
  }),
  like: post('/api/comment/:id/like', 'signedIn', {
    summary: 'Like a comment',
    params: idParams,
    response: likeSchema,
    errors: ['COMMENT_NOT_FOUND', 'LECTURE_MEMBERS_ONLY'],
  }),
  unlike: post('/api/comment/:id/unlike', 'signedIn', {
    summary: 'Take a like of a comment back',
    params: idParams,
    response: likeSchema,
    errors: ['COMMENT_NOT_FOUND', 'LECTURE_MEMBERS_ONLY'],
  }),
  myComments: get('/api/post/my-comments', 'signedIn', {
    summary: 'Own comments, newest first',
    query: minePageQuery,
    response: z.object({
      posts: z.array(
        z.object({
          id: z.number(),
          postId: z.number(),
          boardType: postBoardSchema,
          /** The room of a lecture post; null elsewhere. */
          lectureRoomId: z.nullable(z.number()),
          content: z.string(),
          createdDate: dateSchema,
          /** Title of the post that the comment belongs to. */
          title: z.string(),
          /** Only if so; then the own deletion cannot be taken back as it was. */
          blinded: z.optional(z.boolean()),
          accepted: z.optional(z.boolean()),
        }),
      ),
      ...pageTotals,
    }),
  }),
};
