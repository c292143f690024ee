import * as z from 'zod/mini';
import { assigneeSchema } from './assignees.ts';
import { idField, idParams } from './fields.ts';
import { INQUIRY_STATES, inquiryFilter } from './inquiries.ts';
import { get, put } from './route.ts';

/** What changes around an inquiry while staff have it open. */
export const inquiryDeskSchema = z.object({
  state: z.enum(INQUIRY_STATES),
  assignee: z.nullable(assigneeSchema),
  /** Who answered it; null while it is open. */
  responderNickname: z.nullable(z.string()),
  /** Its place in the filtered list, newest first, from 1; where it would be if the filter leaves it out. */
  position: z.number(),
  total: z.number(),
  /** Before and after it in the filtered list. */
  previousId: z.nullable(z.number()),
  nextId: z.nullable(z.number()),
  /** The open one to go on with: the next, or else the first of the list. */
  nextOpenId: z.nullable(z.number()),
});
export type InquiryDesk = z.output<typeof inquiryDeskSchema>;

export const inquiryDeskRoutes = {
  desk: get('/api/inquiry/:id/desk', 'ADMIN', {
    summary: 'Who works on an inquiry and what is beside it in the filtered list; not audited',
    params: idParams,
    query: z.object(inquiryFilter),
    response: inquiryDeskSchema,
    errors: ['INQUIRY_NOT_FOUND'],
  }),
  assignees: get('/api/admin/assignees', 'MANAGER', {
    summary: 'Who can work on inquiries and reports',
    response: z.object({
      /** Those who are not ADMIN handle reports of content only. */
      assignees: z.array(z.object({ ...assigneeSchema.shape, isAdmin: z.boolean() })),
    }),
  }),
  assign: put('/api/inquiry/:id/assignee', 'MANAGER', {
    summary:
      'Say who works on an open inquiry, or nobody; reports of one content go together; for MANAGER those of content',
    params: idParams,
    body: z.object({
      assigneeId: z.nullable(idField),
      /** Who the caller saw working on it. */
      before: z.nullable(idField),
    }),
    response: z.object({ message: z.string(), assignee: z.nullable(assigneeSchema) }),
    errors: ['INQUIRY_NOT_FOUND', 'INQUIRY_COMPLETED', 'EDIT_CONFLICT'],
  }),
};
