import * as z from 'zod/mini';
import { dateSchema } from './fields.ts';
import { get, put } from './route.ts';

/** What can wait for staff; BACKUP: the last backup is old or unknown. */
export const WORK_KINDS = [
  'REPORTS',
  'INQUIRIES',
  'ROLE_REQUESTS',
  'REVEALS',
  'SIGN_UPS',
  'EMAILS',
  'BACKUP',
] as const;
export type WorkKind = (typeof WORK_KINDS)[number];

export const workItemSchema = z.object({
  kind: z.enum(WORK_KINDS),
  /** How many wait, of reports how many targets; for BACKUP 1 when one is due. */
  count: z.number(),
  /** Since when the oldest one waits; for BACKUP the time of the last one, null when unknown. */
  since: z.nullable(dateSchema),
});
export type WorkItem = z.output<typeof workItemSchema>;

/** E-mails about new work: none, one soon after it arrived, or one a day. */
export const WORK_EMAILS = ['OFF', 'NOW', 'DAILY'] as const;
export type WorkEmails = (typeof WORK_EMAILS)[number];

const workEmails = z.object({ emails: z.enum(WORK_EMAILS) });

export const workRoutes = {
  list: get('/api/admin/work', 'MANAGER', {
    summary: 'How much of what waits for the caller, every kind that the role may do',
    response: z.object({ items: z.array(workItemSchema) }),
  }),
  emails: get('/api/member/work-emails', 'MANAGER', {
    summary: 'When the caller gets e-mails about new work',
    response: workEmails,
  }),
  setEmails: put('/api/member/work-emails', 'MANAGER', {
    summary: 'Choose when to get e-mails about new work',
    body: workEmails,
    response: workEmails,
  }),
};
