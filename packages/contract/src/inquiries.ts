import * as z from 'zod/mini';
import { assignedField, assigneeSchema } from './assignees.ts';
import {
  ASKABLE_CATEGORIES,
  INQUIRY_CATEGORIES,
  type InquiryCategory,
  REPORT_TARGETS,
} from './choices.ts';
import {
  clientIdField,
  dateSchema,
  idField,
  idParams,
  lineField,
  pagingQuery,
  searchField,
  textField,
} from './fields.ts';
import { attachmentSchema, newAttachmentsField } from './files.ts';
import { LIMITS } from './limits.ts';
import { fileAddress } from './own-files.ts';
import { ROLE_TITLES, ROLES, type Role } from './roles.ts';
import { get, post } from './route.ts';
import { TEXTS } from './texts.ts';

export const INQUIRY_CATEGORY_TITLES: Record<InquiryCategory, string> = {
  ROLE_REQUEST: '권한 요청',
  ACCOUNT_ISSUE: '계정 문제',
  GENERAL: '일반 문의',
  REPORT: '신고',
  OBJECTION: '이의 제기',
};

export const INQUIRY_STATES = ['PROCESSING', 'COMPLETED'] as const;
export type InquiryState = (typeof INQUIRY_STATES)[number];

/** Roles that can be requested; never ADMIN or SYSTEM. */
export const REQUESTABLE_ROLES = ['STUDENT', 'PROFESSOR', 'STUDENT_COUNCIL', 'MANAGER'] as const;
export type RequestableRole = (typeof REQUESTABLE_ROLES)[number];

/** Paging of a list, sent as `page`. Pages count from 0. */
export const pageInfoSchema = z.object({
  currentPage: z.number(),
  size: z.number(),
  totalPages: z.number(),
  totalElements: z.number(),
});
export type PageInfo = z.output<typeof pageInfoSchema>;

/** What staff sees of a post, comment or member; texts are empty when it is gone. */
export const targetFields = {
  /** Title of the post (for a comment: of its post); nickname of a member. */
  title: z.string(),
  /** The first 200 graphemes of the plain text; the intro of a member. */
  excerpt: z.string(),
  /** A board or a board of a lecture room; null for a member or when it is gone. */
  boardType: z.nullable(z.string()),
  /** The post to open, with the lecture it belongs to; null like `boardType`. */
  postId: z.nullable(z.number()),
  lectureId: z.nullable(z.number()),
};

/** The reported target as ADMIN sees it. The writer of anonymous content is 익명 for every viewer. */
export const reportTargetSchema = z.object({
  type: z.enum(REPORT_TARGETS),
  id: z.number(),
  ...targetFields,
  /** Null when it is anonymous or withdrawn. */
  writerId: z.nullable(z.number()),
  writerNickname: z.string(),
  /** Removed since; title and excerpt are then empty. */
  deleted: z.boolean(),
  /** Hidden from other members until staff decide. */
  blinded: z.boolean(),
  /** Of a comment that is not deleted, as staff see it in its thread. */
  picture: z.optional(z.object({ url: fileAddress, alt: z.string() })),
});
export type ReportTargetView = z.output<typeof reportTargetSchema>;

/** What staff do to content or members, who are notified of it. */
export const STAFF_ACTIONS = ['REMOVED', 'HIDDEN', 'RESTORED', 'SUSPENDED'] as const;
export type StaffAction = (typeof STAFF_ACTIONS)[number];

/** An action of staff as its member sees it: with the role, never with a name. */
export const staffActionSchema = z.object({
  action: z.enum(STAFF_ACTIONS),
  reason: z.string(),
  /** The role in which it was done; null: automatically. */
  office: z.nullable(z.enum(ROLES)),
  actedAt: dateSchema,
});
export type StaffActionView = z.output<typeof staffActionSchema>;

const OFFICE_TITLES: Partial<Record<Role, string>> = { PROFESSOR: '담당 교수' };

export function officeTitle(office: Role | null): string {
  return office === null ? '자동 처리' : (OFFICE_TITLES[office] ?? ROLE_TITLES[office]);
}

/** Instead of a nickname on the report of somebody without an account. */
export const OUTSIDE_NAME = '비회원';

/** An inquiry. Only its owner and ADMIN see it. */
export const inquirySchema = z.object({
  id: z.number(),
  title: z.string(),
  content: z.string(),
  category: z.enum(INQUIRY_CATEGORIES),
  targetRole: z.nullable(z.enum(REQUESTABLE_ROLES)),
  state: z.enum(INQUIRY_STATES),
  /** Null for an objection about anonymous content, whose author stays hidden, and without an account. */
  userId: z.nullable(z.number()),
  /** Nickname of the asker, 익명 or 비회원; the real name is in the detail. */
  userName: z.string(),
  createdAt: dateSchema,
  completeDateTime: z.nullable(dateSchema),
  reply: z.nullable(z.string()),
  responderNickname: z.nullable(z.string()),
  targetType: z.nullable(z.enum(REPORT_TARGETS)),
  targetId: z.nullable(z.number()),
  /** The requested role was granted from this inquiry. */
  granted: z.boolean(),
  /** The owner's completed inquiry that this one continues. */
  previousId: z.nullable(z.number()),
  /** Who works on it, for ADMIN only; null for the owner, and once that member may no longer do so. */
  assignee: z.nullable(assigneeSchema),
});
export type Inquiry = z.output<typeof inquirySchema>;

export const inquiryDetailSchema = z.object({
  ...inquirySchema.shape,
  /** Proof and other files of the asker; the pictures of an inquiry are files too. */
  attachments: z.array(attachmentSchema),
  /** Additions by staff after the answer, oldest first. */
  followUps: z.array(
    z.object({
      id: z.number(),
      content: z.string(),
      authorNickname: z.string(),
      createdAt: dateSchema,
    }),
  ),
  /** What an objection is about; null for other inquiries and when it is long ago. */
  objected: z.nullable(staffActionSchema),
  /** Identity of the asker, for ADMIN only; null for the owner. Every view of it is audited. */
  asker: z.nullable(
    z.object({ username: z.string(), name: z.string(), roles: z.array(z.enum(ROLES)) }),
  ),
  /** Who reported without an account, for ADMIN only; the name may be empty. */
  outsideReporter: z.nullable(z.object({ name: z.string(), email: z.string() })),
  /** An e-mail with the answer or a follow-up did not arrive; for ADMIN only. */
  emailRefused: z.boolean(),
  /** The reported target, for ADMIN only; null for the owner. */
  target: z.nullable(reportTargetSchema),
});
export type InquiryDetail = z.output<typeof inquiryDetailSchema>;

const answerText = textField(LIMITS.inquiryMax, TEXTS.answerRequired, TEXTS.answerLength);
export const answerBody = z.object({ answer: answerText });

/** `targetRole` is for role requests, `targetType` and `targetId` for reports; else ignored. */
export const inquiryBody = z
  .object({
    title: lineField(LIMITS.titleMax, TEXTS.inquiryRequired, TEXTS.titleLength),
    content: textField(LIMITS.inquiryMax, TEXTS.inquiryRequired, TEXTS.inquiryLength),
    category: z.enum(ASKABLE_CATEGORIES, { error: TEXTS.categoryRequired }),
    targetRole: z.nullish(z.enum(REQUESTABLE_ROLES, { error: TEXTS.targetRoleInvalid })),
    targetType: z.nullish(z.enum(REPORT_TARGETS)),
    targetId: z.nullish(idField),
    /** With a reported message: the reporter agrees that staff read the ones around it too. */
    withContext: z.prefault(z.boolean(), false),
    previousId: z.nullish(idField),
    attachments: newAttachmentsField,
    clientId: clientIdField,
  })
  .check(
    z.refine((body) => body.category !== 'ROLE_REQUEST' || Boolean(body.targetRole), {
      error: TEXTS.targetRoleRequired,
      path: ['targetRole'],
    }),
    z.refine((body) => Boolean(body.targetType) === Boolean(body.targetId), {
      error: TEXTS.valueInvalid,
      path: ['targetId'],
    }),
  );

const listQuery = pagingQuery(LIMITS.inquiryPageSize);
/** How staff narrow the list. */
export const inquiryFilter = {
  state: z.optional(z.enum(INQUIRY_STATES)),
  category: z.optional(z.enum(INQUIRY_CATEGORIES)),
  query: searchField,
  assigned: assignedField,
};

const changed = z.object({ message: z.string(), inquiry: inquiryDetailSchema });
const GRANT_ERRORS = [
  'INQUIRY_NOT_FOUND',
  'INQUIRY_COMPLETED',
  'INQUIRY_NOT_ROLE_REQUEST',
  'ROLE_CHANGE_DENIED',
  'MEMBER_UNKNOWN',
] as const;

export const inquiryRoutes = {
  create: post('/api/inquiry', 'signedIn', {
    summary:
      'Ask the staff or request a role (5 open ones, 5 an hour), or report a target (20 an hour); a repeated clientId stores it once',
    body: inquiryBody,
    status: 201,
    response: z.object({ message: z.string(), inquiry: inquirySchema }),
    errors: [
      'INQUIRY_NOT_FOUND',
      'INQUIRY_TARGET_NOT_FOUND',
      'INQUIRY_OPEN_LIMIT',
      'INQUIRY_THROTTLED',
      'REPORT_THROTTLED',
      'ATTACHMENT_NOT_READY',
    ],
  }),
  list: get('/api/inquiries', 'ADMIN', {
    summary:
      'Inquiries of all members, newest first, texts cut at 1,000 characters; `query` looks in titles and nicknames',
    query: z.object({ ...listQuery, ...inquiryFilter }),
    response: z.object({
      inquiryDtoList: z.array(inquirySchema),
      /** The same list: existing clients read either. */
      _embedded: z.object({ inquiryDtoList: z.array(inquirySchema) }),
      page: pageInfoSchema,
      /** Totals per state, independent of the search. */
      counts: z.object({ processing: z.number(), completed: z.number() }),
    }),
  }),
  mine: get('/api/inquiries/my', 'signedIn', {
    summary: 'Own inquiries, newest first, texts cut at 1,000 characters',
    query: z.object(listQuery),
    response: z.object({ inquiryDtoList: z.array(inquirySchema), page: pageInfoSchema }),
  }),
  detail: get('/api/inquiries/:id', 'signedIn', {
    summary: 'One inquiry, for its owner and ADMIN; others get 404',
    params: idParams,
    response: inquiryDetailSchema,
    isWhole: true,
    errors: ['INQUIRY_NOT_FOUND'],
  }),
  complete: post('/api/inquiry/:id/complete', 'ADMIN', {
    summary: 'Answer and finish an inquiry, once',
    params: idParams,
    body: answerBody,
    response: changed,
    isWhole: true,
    errors: ['INQUIRY_NOT_FOUND', 'INQUIRY_COMPLETED', 'REPORT_UNDECIDED'],
  }),
  followUp: post('/api/inquiry/:id/follow-up', 'ADMIN', {
    summary: 'Add something after the answer',
    params: idParams,
    body: z.object({ content: answerText }),
    status: 201,
    response: changed,
    isWhole: true,
    errors: ['INQUIRY_NOT_FOUND', 'INQUIRY_NOT_COMPLETED'],
  }),
  grant: post('/api/inquiry/:id/grant', 'ADMIN', {
    summary: 'Grant the role a processing role request asks for; a second click changes nothing',
    params: idParams,
    response: changed,
    isWhole: true,
    errors: GRANT_ERRORS,
  }),
  grantAndComplete: post('/api/inquiry/:id/grant-and-complete', 'ADMIN', {
    summary: 'Grant the role a processing role request asks for and answer it: both or neither',
    params: idParams,
    body: answerBody,
    response: changed,
    isWhole: true,
    errors: GRANT_ERRORS,
  }),
};
