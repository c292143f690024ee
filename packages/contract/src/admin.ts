import * as z from 'zod/mini';
import { majorField } from './audiences.ts';
import { AUDIT_ACTION_NAMES, AUDIT_TARGETS, auditEntrySchema } from './audit.ts';
import { emailField, nameField } from './auth.ts';
import {
  dateSchema,
  dayField,
  idParam,
  idParams,
  pagingQuery,
  reasonField,
  searchField,
  trimmedText,
} from './fields.ts';
import { pageInfoSchema } from './inquiries.ts';
import { LIMITS } from './limits.ts';
import { memberFilter } from './member-search.ts';
import { STANDINGS } from './notice-groups.ts';
import { fileAddress } from './own-files.ts';
import { ROLES } from './roles.ts';
import { del, get, post } from './route.ts';
import { TEXTS } from './texts.ts';

/** A member as ADMIN sees it. Never contains a hash, a token or a session. */
export const adminUserSchema = z.object({
  id: z.number(),
  username: z.string(),
  name: z.string(),
  nickname: z.string(),
  email: z.string(),
  /** Lowest first; every member has at least USER. */
  roles: z.array(z.enum(ROLES)),
  profileThumbnails: z.nullable(fileAddress),
  createdDate: dateSchema,
  /** The last Korean day on which the site was used, as far as it is still known. */
  lastVisit: z.nullable(z.string()),
  /** Null when not suspended. */
  suspendedUntil: z.nullable(dateSchema),
  suspendedReason: z.nullable(z.string()),
  /** What the department says of the member; null: studies, or is not known. */
  standing: z.nullable(z.enum(STANDINGS)),
  /** Empty: not known. */
  major: z.string(),
  hasSecondFactor: z.boolean(),
  /** Whether an address proved the member to be a student. */
  isProvenStudent: z.boolean(),
  /** Another member who proved to be a student with the mailbox of this one. */
  mailboxHolder: z.nullable(
    z.object({ id: z.number(), username: z.string(), nickname: z.string() }),
  ),
});
export type AdminUser = z.output<typeof adminUserSchema>;

export const suspensionBody = z.object({
  until: z.pipe(
    z.string({ error: TEXTS.untilRequired }).check(z.minLength(1, TEXTS.untilRequired)),
    dayField,
  ),
  reason: reasonField,
});

export const correctionBody = z.object({
  email: z.optional(emailField),
  name: z.optional(nameField),
  /** These two alone end no session and send no e-mail. */
  standing: z.optional(z.nullable(z.enum(STANDINGS))),
  major: z.optional(majorField),
  reason: reasonField,
});
export type MemberCorrection = z.output<typeof correctionBody>;

export const roleChangeForm = z.object({
  role: z.pipe(z.string(), z.enum(ROLES, { error: TEXTS.roleRequired })),
  reason: reasonField,
});

const auditFilter = {
  action: z.optional(z.enum(AUDIT_ACTION_NAMES)),
  /** Part of the actor's nickname. */
  actor: searchField,
  targetType: z.optional(z.enum(AUDIT_TARGETS)),
  targetId: z.optional(idParam),
  /** Korean days, both included. */
  from: z.optional(dayField),
  to: z.optional(dayField),
};

const roleQuery = z.object({
  userId: idParam,
  role: z.enum(ROLES, { error: TEXTS.roleInvalid }),
  reason: z.optional(trimmedText(LIMITS.reasonMax, TEXTS.reasonLength)),
});
const rolesSchema = z.object({ message: z.string(), roles: z.array(z.enum(ROLES)) });
const memberSchema = z.object({ message: z.string(), user: adminUserSchema });

export const adminRoutes = {
  searchUsers: get('/api/admin/search-users', 'ADMIN', {
    summary:
      'Members by username, name, nickname (parts of them), role and last visit, at most 50 a page; their number in `X-Total-Count`',
    query: z.object({
      /** Part of the username, name, nickname or e-mail address. */
      text: searchField,
      ...memberFilter,
      ...pagingQuery(LIMITS.userPageSize, LIMITS.userPageSize),
    }),
    response: z.array(adminUserSchema),
  }),
  exportUsers: get('/api/admin/members/export', 'ADMIN', {
    summary: 'The members that a search finds as CSV; recorded in the log',
    query: z.object(memberFilter),
    response: null,
  }),
  grantRole: post('/api/admin/grant-role', 'ADMIN', {
    summary: 'Give a member a role, at most the own rank, never SYSTEM, never to oneself',
    query: roleQuery,
    response: rolesSchema,
    errors: ['MEMBER_UNKNOWN', 'ROLE_CHANGE_DENIED'],
  }),
  revokeRole: del('/api/admin/revoke-role', 'ADMIN', {
    summary: 'Take a role from a member; USER stays, and so does the last ADMIN',
    query: roleQuery,
    response: rolesSchema,
    errors: ['MEMBER_UNKNOWN', 'ROLE_CHANGE_DENIED', 'LAST_ADMIN'],
  }),
  suspend: post('/api/admin/members/:id/suspend', 'ADMIN', {
    summary: 'Suspend a member of lower rank up to the end of a Korean day; its sessions end',
    params: idParams,
    body: suspensionBody,
    response: memberSchema,
    errors: ['MEMBER_UNKNOWN', 'SUSPENSION_DENIED', 'LAST_ADMIN'],
  }),
  lift: post('/api/admin/members/:id/lift', 'ADMIN', {
    summary: 'End a suspension early; without one nothing changes',
    params: idParams,
    response: memberSchema,
    errors: ['MEMBER_UNKNOWN', 'SUSPENSION_DENIED'],
  }),
  correct: post('/api/admin/members/:id/correct', 'ADMIN', {
    summary:
      'Mend the e-mail address or the real name of a member of lower rank; ends its sessions',
    params: idParams,
    body: correctionBody,
    response: memberSchema,
    errors: ['MEMBER_UNKNOWN', 'MEMBER_CHANGE_DENIED', 'EMAIL_DOMAIN_DENIED', 'DUPLICATE'],
  }),
  audit: get('/api/admin/audit', 'ADMIN', {
    summary: 'The audit log, newest first',
    query: z.object({ ...pagingQuery(LIMITS.auditPageSize), ...auditFilter }),
    response: z.object({ entries: z.array(auditEntrySchema), page: pageInfoSchema }),
  }),
  auditExport: get('/api/admin/audit/export', 'ADMIN', {
    summary: 'The matching entries of the audit log as CSV, newest first; recorded in the log',
    query: z.object(auditFilter),
    response: null,
  }),
};
