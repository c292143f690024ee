import * as z from 'zod/mini';
import { assignedField, assigneeSchema } from './assignees.ts';
import { chatPictureSchema } from './chat.ts';
import {
  dateSchema,
  idField,
  idParam,
  idParams,
  messageSchema,
  pagingQuery,
  reasonField,
} from './fields.ts';
import { INQUIRY_STATES, pageInfoSchema, reportTargetSchema, targetFields } from './inquiries.ts';
import { LIMITS } from './limits.ts';
import { contentOfType, fileAddress } from './own-files.ts';
import { reportedContentSchema } from './reported-contents.ts';
import { get, post } from './route.ts';

/** Content that can be removed, restored or revealed. */
export const CONTENT_TYPES = ['POST', 'COMMENT'] as const;
export type ContentType = (typeof CONTENT_TYPES)[number];

/** Content that can be reported, hidden, removed and revealed; a course review is not restored. */
export const JUDGED_TYPES = [...CONTENT_TYPES, 'COURSE_REVIEW'] as const;
export type JudgedType = (typeof JUDGED_TYPES)[number];

/** One report in the queue. */
export const reportSchema = z.object({
  /** The inquiry that contains the report. */
  inquiryId: z.number(),
  state: z.enum(INQUIRY_STATES),
  title: z.string(),
  content: z.string(),
  /** For ADMIN only, like the nickname; null for MANAGER. */
  reporterId: z.nullable(z.number()),
  reporterNickname: z.nullable(z.string()),
  /** Of somebody without an account; false for MANAGER. */
  outside: z.boolean(),
  createdAt: dateSchema,
  /** Null when the report has no target. */
  target: z.nullable(reportTargetSchema),
  /** What was reported; null without a target, for a message, and for a report of an earlier release. */
  reported: z.nullable(reportedContentSchema),
  /** Open reports of the same target, including this one. */
  openReports: z.number(),
  assignee: z.nullable(assigneeSchema),
});
export type Report = z.output<typeof reportSchema>;

/** KEEP restores blinded content and leaves other content as it is; REMOVE deletes it. */
export const REPORT_DECISIONS = ['KEEP', 'REMOVE'] as const;
export type ReportDecision = (typeof REPORT_DECISIONS)[number];

const HISTORY_KINDS = ['REPORTED', 'REMOVED', 'SUSPENDED', 'RESTORED'] as const;

/**
 * Earlier events of a reported member, or of the reported content alone when it is anonymous: other
 * content of the same author would link it to the author.
 */
export const reportHistorySchema = z.object({
  /** CONTENT: of the reported content only. NONE: the member is gone or was not named. */
  of: z.enum(['MEMBER', 'CONTENT', 'NONE']),
  reports: z.number(),
  removals: z.number(),
  suspensions: z.number(),
  /** The newest 20, newest first. */
  entries: z.array(
    z.object({
      kind: z.enum(HISTORY_KINDS),
      at: dateSchema,
      /** Title of the content or of its post; empty for a suspension. */
      title: z.string(),
      reason: z.nullable(z.string()),
    }),
  ),
});
export type ReportHistory = z.output<typeof reportHistorySchema>;

/** A line of a reported conversation, stored as it was when it was reported. */
export const reportedMessageSchema = z.object({
  id: z.number(),
  /** The reported one; others are around it. */
  isReported: z.boolean(),
  senderId: z.nullable(z.number()),
  senderNickname: z.string(),
  content: z.string(),
  /** For an ADMIN, signed like those of a chat room. */
  picture: z.nullable(chatPictureSchema),
  isRecalled: z.boolean(),
  date: dateSchema,
});
export type ReportedMessage = z.output<typeof reportedMessageSchema>;

/** Content removed by staff, or by its author after a report, less than 30 days ago. */
export const removedItemSchema = z.object({
  type: z.enum(CONTENT_TYPES),
  id: z.number(),
  /** A board or a board of a lecture room. */
  boardType: z.string(),
  /** For a comment: the title of its post. */
  title: z.string(),
  /** The first 200 graphemes, plain text. */
  excerpt: z.string(),
  /** 익명 for anonymous content, for every viewer. */
  writerNickname: z.string(),
  createdDate: dateSchema,
  removedAt: dateSchema,
  /** Null: removed by its author. */
  removedByNickname: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  /** When it is deleted permanently. */
  purgedAt: dateSchema,
});
export type RemovedItem = z.output<typeof removedItemSchema>;

export const removedDetailSchema = z.object({
  ...removedItemSchema.shape,
  content: contentOfType,
  /** Pictures beside the content. Their addresses, and those in it, work for the reader alone, for an hour. */
  imageUrls: z.array(fileAddress),
  /** False for a comment whose post is gone. */
  restorable: z.boolean(),
});
export type RemovedDetail = z.output<typeof removedDetailSchema>;

export const STORED_REVEAL_STATES = ['PENDING', 'APPROVED', 'REJECTED'] as const;
/** EXPIRED: approved, but the time to open it is over. */
const REVEAL_STATES = [...STORED_REVEAL_STATES, 'EXPIRED'] as const;

const OBSTACLES = ['SYSTEM', 'NEW', 'REQUESTER', 'LINKED', 'NO_APPROVER'] as const;

/**
 * Why the viewer may not take part in a reveal. NEW: is an ADMIN for too short a time; REQUESTER: the
 * requesting member is, or is no ADMIN; LINKED: one of the two got the role from the other, directly
 * or through others; NO_APPROVER: nobody could approve.
 */
export const obstacleSchema = z.object({
  reason: z.enum(OBSTACLES),
  /** When it ends if no role changes; null when it does not end by itself. */
  until: z.nullable(dateSchema),
});
export type RevealObstacle = z.output<typeof obstacleSchema>;

const OBSTACLE_TEXTS: Record<RevealObstacle['reason'], string> = {
  SYSTEM: '시스템 계정은 작성자 확인을 요청하거나 승인할 수 없습니다.',
  NEW: `관리자가 된 지 ${LIMITS.revealWaitDays}일이 지나야 작성자 확인에 참여할 수 있습니다.`,
  REQUESTER: `요청한 회원이 지금 관리자가 아니거나 관리자가 된 지 ${LIMITS.revealWaitDays}일이 지나지 않아 승인할 수 없습니다.`,
  LINKED: `관리자 권한을 서로 주고받았거나 같은 관리자에게서 받은 지 ${LIMITS.revealLinkDays}일이 지나지 않아 승인할 수 없습니다.`,
  NO_APPROVER: '승인할 다른 관리자가 없습니다.',
};

/** For example `승인할 다른 관리자가 없습니다. 11월 29일 14:00부터 할 수 있습니다.` */
export function obstacleText({ reason, until }: RevealObstacle): string {
  const [, month, day, time] = /^\d+-(\d\d)-(\d\d)T(\d\d:\d\d)/.exec(until ?? '') ?? [];
  if (time === undefined) return OBSTACLE_TEXTS[reason];
  return `${OBSTACLE_TEXTS[reason]} ${Number(month)}월 ${Number(day)}일 ${time}부터 할 수 있습니다.`;
}

/** A request by one ADMIN to reveal an anonymous author. Visible to every ADMIN. */
export const revealSchema = z.object({
  id: z.number(),
  targetType: z.enum(JUDGED_TYPES),
  targetId: z.number(),
  ...targetFields,
  reason: z.string(),
  state: z.enum(REVEAL_STATES),
  requesterId: z.number(),
  requesterNickname: z.string(),
  /** The ADMIN who decided; null while pending. */
  approverId: z.nullable(z.number()),
  approverNickname: z.nullable(z.string()),
  createdAt: dateSchema,
  decidedAt: z.nullable(dateSchema),
  /** End of the period in which the two ADMINs may open it; null unless approved. */
  openUntil: z.nullable(dateSchema),
  /** The viewer may reject it, and approve it unless there is an obstacle. */
  canDecide: z.boolean(),
  /** Why the viewer may not approve it; null when they may, or cannot decide anyway. */
  obstacle: z.nullable(obstacleSchema),
  /** For legal reasons the author is not notified after 30 days. */
  withheld: z.boolean(),
  /** When the author was notified. */
  authorToldAt: z.nullable(dateSchema),
  /** The viewer is one of the two ADMINs and may open it now. */
  canOpen: z.boolean(),
});
export type Reveal = z.output<typeof revealSchema>;

export const revealDetailSchema = z.object({
  ...revealSchema.shape,
  /** Only for the two ADMINs, after the approval and until `openUntil`; every view is audited. */
  identity: z.nullable(
    z.object({ id: z.number(), username: z.string(), name: z.string(), nickname: z.string() }),
  ),
});
export type RevealDetail = z.output<typeof revealDetailSchema>;

const contentParams = z.object({ type: z.enum(CONTENT_TYPES), id: idParam });
const paging = pagingQuery(LIMITS.auditPageSize);
const changedReveal = z.object({ message: z.string(), reveal: revealSchema });

export const moderationRoutes = {
  reports: get('/api/admin/reports', 'MANAGER', {
    summary:
      'Reports, the open ones by default, oldest open ones first; for MANAGER those of content',
    query: z.object({
      ...paging,
      state: z.prefault(z.enum(INQUIRY_STATES), 'PROCESSING'),
      assigned: assignedField,
    }),
    response: z.object({ reports: z.array(reportSchema), page: pageInfoSchema }),
    isWhole: true,
  }),
  reportHistory: get('/api/admin/reports/:id/history', 'MANAGER', {
    summary: 'Earlier reports, removals and suspensions of the reported member; audited',
    params: idParams,
    response: reportHistorySchema,
    errors: ['INQUIRY_NOT_FOUND'],
  }),
  reportedMessages: get('/api/admin/reports/:id/messages', 'ADMIN', {
    summary:
      'The reported chat message and what the reporter added, as they were; the read is audited',
    params: idParams,
    response: z.object({ messages: z.array(reportedMessageSchema) }),
    isWhole: true,
    errors: ['INQUIRY_NOT_FOUND'],
  }),
  decideReport: post('/api/admin/reports/:id/decide', 'MANAGER', {
    summary: 'Keep or remove the reported content; answers all its open reports',
    params: idParams,
    body: z.object({ decision: z.enum(REPORT_DECISIONS), reason: reasonField }),
    response: z.object({ ...messageSchema.shape, closed: z.number() }),
    errors: ['INQUIRY_NOT_FOUND', 'INQUIRY_COMPLETED', 'INQUIRY_TARGET_NOT_FOUND'],
  }),
  removed: get('/api/admin/removed', 'MANAGER', {
    summary: 'Removed posts or comments of the last 30 days, newest removal first',
    query: z.object({ ...paging, type: z.prefault(z.enum(CONTENT_TYPES), 'POST') }),
    response: z.object({ items: z.array(removedItemSchema), page: pageInfoSchema }),
  }),
  removedDetail: get('/api/admin/removed/:type/:id', 'MANAGER', {
    summary: 'One removed post or comment with its content; every view is audited',
    params: contentParams,
    response: removedDetailSchema,
    errors: ['NOT_FOUND'],
  }),
  restore: post('/api/admin/removed/:type/:id/restore', 'MANAGER', {
    summary: 'Bring back what staff removed; what its author removed stays removed',
    params: contentParams,
    body: z.object({ reason: reasonField }),
    response: messageSchema,
    errors: ['NOT_FOUND', 'RESTORE_DENIED'],
  }),
  requestReveal: post('/api/admin/reveals', 'ADMIN', {
    summary: 'Ask for the author of something anonymous',
    body: z.object({
      targetType: z.enum(JUDGED_TYPES),
      targetId: idField,
      reason: reasonField,
      withheld: z.optional(z.boolean()),
    }),
    status: 201,
    response: changedReveal,
    errors: [
      'POST_NOT_FOUND',
      'COMMENT_NOT_FOUND',
      'COURSE_REVIEW_NOT_FOUND',
      'REVEAL_NOT_ANONYMOUS',
      'REVEAL_EXISTS',
      'REVEAL_DENIED',
      'REVEAL_NO_APPROVER',
    ],
  }),
  reveals: get('/api/admin/reveals', 'ADMIN', {
    summary: 'All requests to reveal an author, newest first',
    query: z.object(paging),
    response: z.object({ reveals: z.array(revealSchema), page: pageInfoSchema }),
  }),
  revealReadiness: get('/api/admin/reveals/readiness', 'ADMIN', {
    summary: 'Whether the caller may ask for an author now, and otherwise why not',
    response: z.object({ obstacle: z.nullable(obstacleSchema) }),
  }),
  reveal: get('/api/admin/reveals/:id', 'ADMIN', {
    summary: 'One request; with the identity for the two ADMINs for a while after the approval',
    params: idParams,
    response: revealDetailSchema,
    errors: ['REVEAL_NOT_FOUND'],
  }),
  approveReveal: post('/api/admin/reveals/:id/approve', 'ADMIN', {
    summary: 'Approve, as an ADMIN other than the one who asked',
    params: idParams,
    response: changedReveal,
    errors: ['REVEAL_NOT_FOUND', 'REVEAL_DECIDED', 'REVEAL_SELF', 'REVEAL_DENIED'],
  }),
  rejectReveal: post('/api/admin/reveals/:id/reject', 'ADMIN', {
    summary: 'Reject, as an ADMIN other than the one who asked',
    params: idParams,
    response: changedReveal,
    errors: ['REVEAL_NOT_FOUND', 'REVEAL_DECIDED', 'REVEAL_SELF', 'REVEAL_DENIED'],
  }),
};
