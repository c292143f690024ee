import * as z from 'zod/mini';
import { findLectureBoard, LECTURE_BOARD_TYPES, type LectureBoardType } from './boards.ts';
import { ANSWER_FILTERS } from './choices.ts';
import {
  commentFields,
  commentListQuery,
  commentListSchema,
  newCommentSchema,
} from './comments.ts';
import {
  clientIdField,
  countedPage,
  dateSchema,
  idField,
  idParam,
  messageSchema,
  pagingQuery,
} from './fields.ts';
import { attachmentSchema, attachmentsField } from './files.ts';
import { LIMITS } from './limits.ts';
import { fileAddress, postHtml } from './own-files.ts';
import { contentField, imageUrlsField, picturesField, titleField } from './post-fields.ts';
import { del, get, post, put } from './route.ts';
import { TEXTS } from './texts.ts';

/** A row of a room's board. When `anonymous`, the writer is the constant 익명 without an id. */
export const lecturePostItemSchema = z.object({
  id: z.number(),
  title: z.string(),
  /** SECRET when asked anonymously, otherwise the board. */
  lecturePostType: z.enum(['SECRET', ...LECTURE_BOARD_TYPES]),
  boardType: z.enum(LECTURE_BOARD_TYPES),
  anonymous: z.boolean(),
  writerId: z.nullable(z.number()),
  writerNickname: z.string(),
  writerProfileThumbnails: z.nullable(fileAddress),
  writerRoles: z.array(z.string()),
  createdDate: dateSchema,
  updatedDate: z.nullable(dateSchema),
  viewCount: z.number(),
  likeCount: z.number(),
  commentCount: z.number(),
  attachmentCount: z.number(),
  /** A question that has the professor's answer. */
  answered: z.boolean(),
  answerDate: z.nullable(dateSchema),
  isAuthor: z.boolean(),
  lectureRoomId: z.number(),
  lectureTitle: z.string(),
  /** True when the viewer blocks the author: content and name are left out. */
  blocked: z.optional(z.boolean()),
  /** True when it was reported often and staff have not decided yet; they alone get the text. */
  blinded: z.optional(z.boolean()),
});
export type LecturePostItem = z.output<typeof lecturePostItemSchema>;

const listedLecturePostSchema = z.object({
  ...lecturePostItemSchema.shape,
  /** The beginning of the text. */
  content: postHtml,
});

export const lecturePostSchema = z.object({
  ...lecturePostItemSchema.shape,
  content: postHtml,
  imageUrls: z.nullable(fileAddress),
  /** Further pictures. */
  pictures: z.array(fileAddress),
  /** Null while the question waits. */
  answer: z.nullable(postHtml),
  answerUpdatedDate: z.nullable(dateSchema),
  answerWriter: z.nullable(
    z.object({
      id: z.nullable(z.number()),
      nickname: z.string(),
      profileThumbnails: z.nullable(fileAddress),
      roles: z.array(z.string()),
    }),
  ),
  isLike: z.boolean(),
  isScrapped: z.boolean(),
  /** The viewer may write or edit the answer. */
  canAnswer: z.boolean(),
  attachments: z.array(attachmentSchema),
});
export type LecturePost = z.output<typeof lecturePostSchema>;

/** A question that waits for its professor. */
export const waitingQuestionSchema = z.object({
  ...lecturePostItemSchema.shape,
  /** Whole days since it was asked. */
  waitingDays: z.number(),
});
export type WaitingQuestion = z.output<typeof waitingQuestionSchema>;

const boardField = z.pipe(
  z
    .string({ error: TEXTS.lecturePostRequired })
    .check(
      z.refine((value) => findLectureBoard(value) !== null, { error: TEXTS.lectureBoardInvalid }),
    ),
  z.transform((value: string): LectureBoardType => findLectureBoard(value)?.type ?? 'LECTURE_Q'),
);

export const lecturePostBody = z.object({
  lectureId: idField,
  boardType: boardField,
  title: titleField(TEXTS.lecturePostRequired),
  content: contentField(TEXTS.lecturePostRequired),
  imageUrls: imageUrlsField,
  pictures: picturesField,
  /** Asked anonymously; only on the question tab. */
  anonymous: z.prefault(z.boolean(), false),
  /** Not with an anonymous question. */
  attachments: attachmentsField,
  /** New posts only. */
  clientId: clientIdField,
});
export type LecturePostInput = z.output<typeof lecturePostBody>;

const roomPaging = pagingQuery(LIMITS.lecturePostPageSize, LIMITS.lecturePostPageSize);
const postParams = z.object({ postId: idParam });
const pairParams = z.object({ lectureId: idParam, postId: idParam });
const written = z.object({ ...messageSchema.shape, id: z.number(), lectureId: z.number() });

export const lecturePostRoutes = {
  list: get('/api/lecture-room/posts', 'signedIn', {
    summary: 'One board of a room, newest first; the newest 50 unless paged',
    query: z.object({
      lectureId: idParam,
      type: boardField,
      ...roomPaging,
      /** For questions only. */
      filter: z.prefault(z.enum(ANSWER_FILTERS, { error: TEXTS.valueInvalid }), 'all'),
    }),
    response: z.object({ data: z.array(listedLecturePostSchema), ...countedPage }),
    errors: ['LECTURE_NOT_FOUND', 'LECTURE_MEMBERS_ONLY'],
  }),
  waiting: get('/api/lecture-room/waiting', 'PROFESSOR', {
    summary: "Unanswered questions of the caller's own rooms (staff: of all rooms), oldest first",
    query: z.object(roomPaging),
    response: z.object({ posts: z.array(waitingQuestionSchema), ...countedPage }),
  }),
  detail: get('/api/post/:lectureId/:postId', 'signedIn', {
    summary: 'One post of a room; 404 when it is not of that room',
    params: pairParams,
    response: lecturePostSchema,
    errors: ['POST_NOT_FOUND', 'LECTURE_MEMBERS_ONLY'],
  }),
  create: post('/api/post/lecture-post-up', 'STUDENT', {
    summary: 'Write on a board of a room; notices by its professor and staff only',
    denied: 'WRITE_DENIED',
    body: lecturePostBody,
    status: 201,
    response: written,
    errors: [
      'LECTURE_NOT_FOUND',
      'LECTURE_MEMBERS_ONLY',
      'WRITE_DENIED',
      'IMAGE_NOT_READY',
      'ATTACHMENT_NOT_READY',
      'POST_THROTTLED',
    ],
  }),
  update: put('/api/post/lecture-post-up/:postId', 'STUDENT', {
    summary: 'Change an own post of a room; its room, board and anonymity stay',
    denied: 'WRITE_DENIED',
    params: postParams,
    body: lecturePostBody,
    response: written,
    errors: [
      'POST_NOT_FOUND',
      'PERMISSION_DENIED',
      'LECTURE_MEMBERS_ONLY',
      'IMAGE_NOT_READY',
      'ATTACHMENT_NOT_READY',
      'CONTENT_BLINDED',
    ],
  }),
  comments: get('/api/post/lecture/:postId/comments', 'signedIn', {
    summary: 'Top-level comments of a post of a room; replies as on the other boards',
    params: postParams,
    query: commentListQuery,
    response: commentListSchema,
    errors: ['POST_NOT_FOUND', 'LECTURE_MEMBERS_ONLY'],
  }),
  comment: post('/api/lecture-room/:postId/comments', 'STUDENT', {
    summary: 'Comment on a post of a room, or reply with parentId',
    denied: 'COMMENT_DENIED',
    params: postParams,
    body: z.object(commentFields),
    status: 201,
    response: newCommentSchema,
    errors: [
      'POST_NOT_FOUND',
      'LECTURE_MEMBERS_ONLY',
      'PARENT_COMMENT_INVALID',
      'COMMENT_THROTTLED',
      'IMAGE_NOT_READY',
    ],
  }),
  answer: put('/api/lecture-room/:lectureId/posts/:postId/answer', 'PROFESSOR', {
    summary: "Write or change the answer to a question: the room's professor, MANAGER and above",
    params: pairParams,
    body: z.object({ content: contentField(TEXTS.lectureAnswerRequired) }),
    response: z.object({ ...messageSchema.shape, dto: lecturePostSchema }),
    errors: ['POST_NOT_FOUND', 'PERMISSION_DENIED', 'IMAGE_NOT_READY'],
  }),
  removeAnswer: del('/api/lecture-room/:lectureId/posts/:postId/answer', 'PROFESSOR', {
    summary: 'Delete the answer to a question',
    params: pairParams,
    response: messageSchema,
    errors: ['POST_NOT_FOUND', 'ANSWER_NOT_FOUND', 'PERMISSION_DENIED'],
  }),
};
