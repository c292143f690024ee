import * as z from 'zod/mini';
import { dateSchema, messageSchema } from './fields.ts';
import { heldOutgoingSchema } from './outgoing.ts';
import { get, post, put } from './route.ts';
import { backupFailedSchema, proofFailedSchema } from './system.ts';

/**
 * What can wait for staff; EMAILS: the mail server takes none; REFUSED_EMAILS: addresses of members and of the roster
 * that it refuses; BACKUP: the last one is old, unknown, failed or could not be restored; ENGINES: what the server cannot reach.
 */
export const WORK_KINDS = [
  'REPORTS',
  'INQUIRIES',
  'ROLE_REQUESTS',
  'REVEALS',
  'SIGN_UPS',
  'PETITIONS',
  'BOOKINGS',
  'EMAILS',
  'REFUSED_EMAILS',
  'BACKUP',
  'ENGINES',
] as const;
export type WorkKind = (typeof WORK_KINDS)[number];

export const workItemSchema = z.object({
  kind: z.enum(WORK_KINDS),
  /**
   * How many wait, of reports how many targets; for BACKUP 1 when one is due, of ENGINES those away, of EMAILS those
   * that wait while nothing gets through.
   */
  count: z.number(),
  /**
   * Since when the oldest one waits; for BACKUP the time of the last one, null when unknown; for EMAILS since when
   * nothing gets through.
   */
  since: z.nullable(dateSchema),
  /** Of reports, inquiries and role requests: how many the caller works on. */
  mine: z.optional(z.number()),
  /** Of reports, inquiries and role requests: the id of the inquiry when exactly one waits. */
  onlyId: z.optional(z.number()),
  /** Of BACKUP, when the last try failed. */
  failure: z.optional(backupFailedSchema),
  /** Of BACKUP, when the last proof of an archive failed. */
  proofFailure: z.optional(proofFailedSchema),
});
export type WorkItem = z.output<typeof workItemSchema>;

/** What the first administrator of an installation does once, in this order. */
export const FIRST_STEPS = [
  'NAMES',
  'LOOK',
  'TERMS',
  'EMAIL',
  'NOTICE',
  'MEMBERS',
  'BACKUP',
] as const;
export type FirstStep = (typeof FIRST_STEPS)[number];

const firstStepsSchema = z.array(z.object({ step: z.enum(FIRST_STEPS), done: z.boolean() }));
export type FirstSteps = z.output<typeof firstStepsSchema>;

/** E-mails about new work: none, one soon after it arrived, or one a day. */
export const WORK_EMAILS = ['OFF', 'NOW', 'DAILY'] as const;
export type WorkEmails = (typeof WORK_EMAILS)[number];

const workEmails = z.object({ emails: z.enum(WORK_EMAILS) });

export const workRoutes = {
  list: get('/api/admin/work', 'MANAGER', {
    summary: 'How much of what waits for the caller, every kind that the role may do',
    response: z.object({
      items: z.array(workItemSchema),
      /** Null when they are done or put away, with the demo, and for others than ADMINs. */
      firstSteps: z.nullable(firstStepsSchema),
      /** Null while nothing is held, and for others than ADMINs. */
      held: z.nullable(heldOutgoingSchema),
    }),
  }),
  putAwayFirstSteps: post('/api/admin/work/first-steps/put-away', 'ADMIN', {
    summary: 'Show the first steps of a new installation to no administrator any more',
    response: messageSchema,
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
