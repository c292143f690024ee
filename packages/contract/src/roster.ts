import * as z from 'zod/mini';
import { consentField, emailField, joinBody, newPasswordField } from './auth.ts';
import {
  clientIdField,
  csvLineErrorSchema,
  dateSchema,
  idParams,
  messageSchema,
  pagingQuery,
  searchField,
  versionField,
  versionSchema,
} from './fields.ts';
import { confirmedField, tableReadingSchema } from './file-reading.ts';
import { pageInfoSchema } from './inquiries.ts';
import { LIMITS } from './limits.ts';
import { ROLES, type Role } from './roles.ts';
import { del, get, post, put } from './route.ts';
import { TEXTS } from './texts.ts';

/** What a file may make of a person: no administrators. */
export type RosterRole = Exclude<Role, 'ADMIN' | 'SYSTEM'>;
export const ROSTER_ROLES = ROLES.filter(
  (role): role is RosterRole => role !== 'ADMIN' && role !== 'SYSTEM',
);

/** What an import does with a line. */
const ROSTER_VERDICTS = [
  /** Gets an entry and an invitation. */
  'NEW',
  /** Is a member and gets the role. */
  'GRANT',
  /** Is invited; name, address, role or year of study change. */
  'CHANGE',
  /** Is invited; nothing changes. */
  'INVITED',
  /** Is a member with the role. */
  'SAME',
  /** Stays as it is; `note` says why. */
  'LEFT_OUT',
] as const;
export type RosterVerdict = (typeof ROSTER_VERDICTS)[number];

const rosterChangeSchema = z.object({
  /** Of the file, from 1 with the heading. */
  line: z.number(),
  verdict: z.enum(ROSTER_VERDICTS),
  username: z.string(),
  name: z.string(),
  email: z.string(),
  role: z.enum(ROSTER_ROLES),
  /** A Korean sentence, or empty. */
  note: z.string(),
});
export type RosterChange = z.output<typeof rosterChangeSchema>;

const rosterImportSchema = z.object({
  /** False for a preview. */
  saved: z.boolean(),
  /**
   * In the order of the file, the first 200 of each verdict; empty when a repeated request gets the result
   * of the first one.
   */
  changes: z.array(rosterChangeSchema),
  /** How many of each verdict there are; those without any are left out. */
  counts: z.array(z.object({ verdict: z.enum(ROSTER_VERDICTS), count: z.number() })),
  /** Lines that cannot be read. */
  errors: z.array(csvLineErrorSchema),
  reading: tableReadingSchema,
  /** Of the changes: an import with it makes exactly these. */
  version: versionSchema,
});
export type RosterImport = z.output<typeof rosterImportSchema>;

/** What both files of people are sent with. */
export const peopleFile = {
  csv: z
    .string({ error: TEXTS.rosterFileEmpty })
    .check(z.maxLength(LIMITS.rosterFileMax, TEXTS.rosterFileTooLarge)),
  /** True: only return the changes. */
  preview: z.prefault(z.boolean(), true),
  version: versionField,
  /** The same for a request that is sent again: it is applied once. */
  clientId: clientIdField,
};

/**
 * QUEUED: the mail server has not taken its e-mail yet; OPEN: the link works; FAILED: the mail server refused the
 * address; EXPIRED; JOINED: is a member.
 */
export const ROSTER_STATES = ['QUEUED', 'OPEN', 'FAILED', 'EXPIRED', 'JOINED'] as const;
export type RosterState = (typeof ROSTER_STATES)[number];

const rosterEntrySchema = z.object({
  id: z.number(),
  username: z.string(),
  name: z.string(),
  email: z.string(),
  role: z.enum(ROSTER_ROLES),
  state: z.enum(ROSTER_STATES),
  /** When the link was last sent; null before. */
  invitedAt: z.nullable(dateSchema),
  /** When the link ends; null without one. */
  expiresAt: z.nullable(dateSchema),
});
export type RosterEntry = z.output<typeof rosterEntrySchema>;

export const correctEntryBody = z.object({
  email: emailField,
  /** The address that the caller saw; a correction of any other one is refused, or was made before. */
  former: z.optional(z.string().check(z.maxLength(LIMITS.emailMax), z.regex(/^\S+$/))),
});

export const rosterRoutes = {
  list: get('/api/admin/roster', 'ADMIN', {
    summary: 'The roster by number, with the state of each invitation; recorded in the audit log',
    query: z.object({
      ...pagingQuery(LIMITS.rosterPageSize),
      state: z.optional(z.enum(ROSTER_STATES)),
      query: searchField,
    }),
    response: z.object({
      entries: z.array(rosterEntrySchema),
      page: pageInfoSchema,
      counts: z.record(z.enum(ROSTER_STATES), z.number()),
    }),
  }),
  importFile: post('/api/admin/roster/import', 'ADMIN', {
    summary:
      'Read people from the text of a CSV file, invite them and grant roles to those who are members; one with bad lines changes nothing unless it is confirmed',
    body: z.object({ ...peopleFile, confirmed: confirmedField }),
    response: rosterImportSchema,
    errors: ['EDIT_CONFLICT'],
  }),
  resend: post('/api/admin/roster/:id/resend', 'ADMIN', {
    summary: 'Send an invitation again with a new link; the former link ends',
    params: idParams,
    response: messageSchema,
    errors: ['ROSTER_ENTRY_NOT_FOUND', 'ROSTER_JOINED'],
  }),
  correct: put('/api/admin/roster/:id/email', 'ADMIN', {
    summary: 'Correct the address of an invitation and send it there with a new link',
    params: idParams,
    body: correctEntryBody,
    response: messageSchema,
    errors: [
      'ROSTER_ENTRY_NOT_FOUND',
      'ROSTER_JOINED',
      'EDIT_CONFLICT',
      'EMAIL_DOMAIN_DENIED',
      'DUPLICATE',
    ],
  }),
  withdraw: del('/api/admin/roster/:id', 'ADMIN', {
    summary: 'Withdraw an invitation: the link ends and the entry is erased',
    params: idParams,
    response: messageSchema,
    errors: ['ROSTER_ENTRY_NOT_FOUND', 'ROSTER_JOINED'],
  }),
};

const tokenField = z.string().check(z.regex(/^[\w-]{1,100}$/, TEXTS.valueInvalid));

const invitationSchema = z.object({
  username: z.string(),
  name: z.string(),
  email: z.string(),
  role: z.enum(ROSTER_ROLES),
  expiresAt: dateSchema,
});
export type Invitation = z.output<typeof invitationSchema>;

export const invitationRoutes = {
  open: post('/api/invitation', 'public', {
    summary: 'Whom the link of an e-mail invites',
    body: z.object({ token: tokenField }),
    response: invitationSchema,
    errors: ['INVITATION_INVALID', 'TOO_MANY_REQUESTS'],
  }),
  accept: post('/api/invitation/accept', 'public', {
    summary: 'Create the invited member; number, name, address and role are those of the roster',
    body: z.object({
      token: tokenField,
      nickname: joinBody.shape.nickname,
      password: newPasswordField,
      consent: consentField,
    }),
    status: 201,
    response: z.object({ ...messageSchema.shape, username: z.string() }),
    errors: [
      'INVITATION_INVALID',
      'DUPLICATE',
      'PASSWORD_WEAK',
      'TOO_MANY_REQUESTS',
      'UNAVAILABLE',
    ],
  }),
};
