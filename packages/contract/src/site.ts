import * as z from 'zod/mini';
import { attachmentPolicySchema } from './files.ts';
import { chosenHeadsSchema } from './heads.ts';
import { siteIdentitySchema } from './identity.ts';
import { get, post } from './route.ts';
import { siteSettingsSchema } from './settings.ts';
import { siteStatusSchema } from './site-status.ts';
import { TEXTS } from './texts.ts';

const { quickLinks, footer, footerLinks, studyRoomMenu, directMessage, anonymousBoards } =
  siteSettingsSchema.shape;

export const siteConfigSchema = z.object({
  ...siteIdentitySchema.shape,
  quickLinks,
  footer,
  footerLinks,
  /** Menu entries behind the lock modal until an ADMIN opens them. */
  settings: z.object({ studyRoomMenu, directMessage }),
  anonymousBoards,
  /** E-mail domains that may sign up; empty: any. */
  signupEmailDomains: z.array(z.string()),
  /** E-mail domains that make a new member a student. */
  studentEmailDomains: z.array(z.string()),
  /** Versions of terms and privacy policy that a new member agrees to. */
  documentVersions: z.object({ terms: z.string(), privacy: z.string() }),
  /** Of the boards that have some. */
  heads: z.array(chosenHeadsSchema),
  /** Name of the sign-in provider on its button; null: there is none. */
  signInProvider: z.nullable(z.string()),
  /** What files may be uploaded. */
  attachments: attachmentPolicySchema,
  /** Without a notice for members only. */
  status: z.optional(siteStatusSchema),
  /** Demo content and accounts are enabled. */
  demo: z.boolean(),
});
export type SiteConfig = z.output<typeof siteConfigSchema>;

export const siteRoutes = {
  config: get('/api/config', 'public', {
    summary: 'Names, links and switches of this installation',
    response: siteConfigSchema,
  }),
  cspReport: post('/api/csp-report', 'public', {
    summary: 'Report of a browser about something that the content policy blocked',
    whileReadOnly: true,
    response: null,
  }),
  outbox: get('/api/dev/outbox', 'public', {
    summary: 'E-mails of the outbox, newest first; only while the demo is on',
    response: z.array(
      z.object({ to: z.string(), subject: z.string(), text: z.string(), date: z.string() }),
    ),
  }),
  outboxPage: get('/dev/outbox', 'public', {
    summary: 'The same as a page (HTML)',
    response: null,
  }),
  schoolPage: get('/dev/school/:page', 'public', {
    summary:
      'A page of the university that the demo invents for its sources; only while the demo is on',
    params: z.object({ page: z.string().check(z.regex(/^[a-z0-9.-]{1,60}$/, TEXTS.valueInvalid)) }),
    response: null,
    errors: ['NOT_FOUND'],
  }),
};
