import * as z from 'zod/mini';
import { dateSchema, pagingQuery, searchField } from './fields.ts';
import { pageInfoSchema } from './inquiries.ts';
import { LIMITS } from './limits.ts';
import { get } from './route.ts';

/** What an e-mail is for. The log of e-mails has no more about its content. */
export const EMAIL_KINDS = [
  'CODE',
  'INVITATION',
  'SIGN_UP',
  'ANSWER',
  'DIGEST',
  'SECURITY',
  'ROLE',
  'SUSPENSION',
  'UNUSED',
  'WORK',
] as const;
export type EmailKind = (typeof EMAIL_KINDS)[number];

/**
 * WAITING: for its first or next try; FAILED: the mail server refused the address, or did not take the e-mail until its
 * time was over; EXPIRED: too late to be of use; CANCELLED: no longer true before it left.
 */
export const EMAIL_STATES = ['WAITING', 'SENT', 'FAILED', 'EXPIRED', 'CANCELLED'] as const;
export type EmailState = (typeof EMAIL_STATES)[number];

const loggedEmailSchema = z.object({
  id: z.number(),
  recipient: z.string(),
  kind: z.enum(EMAIL_KINDS),
  state: z.enum(EMAIL_STATES),
  createdAt: dateSchema,
  /** Null before the first try. */
  triedAt: z.nullable(dateSchema),
  attempts: z.number(),
  /** What the last try failed with, such as `550 5.1.1` or `ECONNREFUSED`; null after none and once it was sent. */
  reply: z.nullable(z.string()),
  /** The reply may be about this e-mail, or about everything that the site sends, rather than about the address. */
  isUnclear: z.boolean(),
  /** Who has the address now, as a member or in the roster, where it is corrected; null when nobody has. */
  owner: z.nullable(
    z.object({ type: z.enum(['MEMBER', 'ROSTER']), username: z.string(), name: z.string() }),
  ),
});
export type LoggedEmail = z.output<typeof loggedEmailSchema>;

export const emailRoutes = {
  log: get('/api/admin/emails', 'ADMIN', {
    summary:
      'E-mails of the last 30 days, newest first, without their content; recorded in the audit log',
    query: z.object({
      ...pagingQuery(LIMITS.auditPageSize),
      state: z.optional(z.enum(EMAIL_STATES)),
      kind: z.optional(z.enum(EMAIL_KINDS)),
      /** Part of the address. */
      query: searchField,
    }),
    response: z.object({ emails: z.array(loggedEmailSchema), page: pageInfoSchema }),
  }),
};
