import * as z from 'zod/mini';
import { GROUPS_MAX, groupField } from './audiences.ts';
import {
  boardTypeField,
  boardTypeSchema,
  dateSchema,
  dayField,
  idParams,
  instantField,
  messageSchema,
  versionField,
  versionSchema,
} from './fields.ts';
import { waitingFileSchema } from './files.ts';
import { headFields } from './heads.ts';
import { fileAddress, postHtml } from './own-files.ts';
import { postBody } from './posts.ts';
import { del, get, post, put } from './route.ts';
import { TEXTS } from './texts.ts';

const scheduleInput = {
  /** Body of the call that creates the post. */
  post: postBody,
  /** When the post appears. */
  publishAt: z.pipe(
    z.string({ error: TEXTS.publishAtRequired }).check(z.minLength(1, TEXTS.publishAtRequired)),
    instantField,
  ),
  /** Last Korean day of its pin; null: not pinned. */
  pinUntil: z.nullish(dayField),
};
const scheduleBody = z.object(scheduleInput);
const rescheduleBody = z.object({ ...scheduleInput, version: versionField });
export type ScheduleInput = z.output<typeof rescheduleBody>;

const scheduledNoticeSchema = z.object({
  id: z.number(),
  boardType: boardTypeSchema,
  /** As it will be published. */
  title: z.string(),
  publishAt: dateSchema,
  expiresAt: z.nullable(dateSchema),
  /** Years of study that it is for; empty: all. */
  years: z.array(z.number()),
  /** Groups that it is for in addition to the years; absent: none. */
  groups: z.optional(z.array(z.string())),
  /** YYYY-MM-DD; null: not pinned. */
  pinUntil: z.nullable(z.string()),
  /** Who saved it last: the author of the post. */
  authorNickname: z.string(),
  /** Why it was not published, also because it was more than six hours late; null while it waits. */
  failure: z.nullable(z.string()),
});
export type ScheduledNotice = z.output<typeof scheduledNoticeSchema>;

const ERRORS_OF_SAVING = [
  'BOARD_NOT_WRITABLE',
  'WRITE_DENIED',
  'IMAGE_NOT_READY',
  'ATTACHMENT_NOT_READY',
  'SCHEDULE_LIMIT',
] as const;

/** Notices that appear later, for who may write on their board. */
export const scheduledNoticeRoutes = {
  reach: get('/api/admin/notice-reach', 'STUDENT_COUNCIL', {
    summary: 'How many members a notice would notify',
    query: z.object({
      boardType: boardTypeField,
      /** Years of study such as `3,4`; empty or absent: all. */
      years: z.optional(z.string().check(z.regex(/^([1-4](,[1-4])*)?$/, TEXTS.valueInvalid))),
      /** Groups separated by commas. */
      groups: z.optional(
        z.string().check(
          z.maxLength(1_000),
          z.refine((text) => areGroups(text.split(',')), { error: TEXTS.valueInvalid }),
        ),
      ),
    }),
    response: z.object({
      count: z.number(),
      /** Those of them who stated no year of study. */
      unstated: z.number(),
    }),
    errors: ['BOARD_NOT_WRITABLE', 'WRITE_DENIED'],
  }),
  list: get('/api/admin/scheduled-notices', 'STUDENT_COUNCIL', {
    summary: 'Scheduled notices of the boards that the caller may write on, next first',
    response: z.object({ notices: z.array(scheduledNoticeSchema) }),
  }),
  detail: get('/api/admin/scheduled-notices/:id', 'STUDENT_COUNCIL', {
    summary: 'A scheduled notice with the body of its post, for editing',
    params: idParams,
    response: z.object({
      notice: z.object({
        ...scheduledNoticeSchema.shape,
        post: z.looseObject({
          content: postHtml,
          imageUrls: z.nullable(fileAddress),
          pictures: z.array(fileAddress),
        }),
        ...headFields,
        attachments: z.array(waitingFileSchema),
        version: versionSchema,
      }),
    }),
    errors: ['SCHEDULED_NOTICE_NOT_FOUND', 'WRITE_DENIED'],
  }),
  create: post('/api/admin/scheduled-notices', 'STUDENT_COUNCIL', {
    summary: 'Schedule a notice; it is published once, within a minute of its time',
    body: scheduleBody,
    status: 201,
    response: z.object({ id: z.number(), message: z.string() }),
    errors: ERRORS_OF_SAVING,
  }),
  update: put('/api/admin/scheduled-notices/:id', 'STUDENT_COUNCIL', {
    summary: 'Change a scheduled notice; the caller becomes its author',
    params: idParams,
    body: rescheduleBody,
    response: z.object({ id: z.number(), message: z.string() }),
    errors: [...ERRORS_OF_SAVING, 'SCHEDULED_NOTICE_NOT_FOUND', 'EDIT_CONFLICT'],
  }),
  publish: post('/api/admin/scheduled-notices/:id/publish', 'STUDENT_COUNCIL', {
    summary: 'Publish a scheduled notice at once; the caller becomes its author',
    params: idParams,
    response: messageSchema,
    errors: [...ERRORS_OF_SAVING, 'SCHEDULED_NOTICE_NOT_FOUND', 'EDIT_CONFLICT'],
  }),
  remove: del('/api/admin/scheduled-notices/:id', 'STUDENT_COUNCIL', {
    summary: 'Cancel a scheduled notice',
    params: idParams,
    response: messageSchema,
    errors: ['SCHEDULED_NOTICE_NOT_FOUND', 'WRITE_DENIED'],
  }),
};

function areGroups(groups: readonly string[]): boolean {
  return (
    groups.length <= GROUPS_MAX && groups.every((group) => groupField.safeParse(group).success)
  );
}
