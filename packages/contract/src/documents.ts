import * as z from 'zod/mini';
import { DOCUMENT_CHANGES, SITE_DOCUMENTS } from './document-names.ts';
import { dateSchema, dayField, textField, trimmedText } from './fields.ts';
import { del, get, post } from './route.ts';
import { TEXTS } from './texts.ts';

const CONTENT_MAX = 20_000;
const NOTE_MAX = 200;
const VERSION_MAX = 20;

const revision = z.string().check(z.regex(/^[\w-]{1,20}$/, TEXTS.valueInvalid));

const versionSchema = z.object({
  version: z.string(),
  /** What changed; empty for the first text. */
  note: z.string(),
  /** Members were asked to agree again. */
  asksConsent: z.boolean(),
  /** Null for the text that the program brings, and for versions from before there was a choice. */
  change: z.nullable(z.enum(DOCUMENT_CHANGES)),
  /** The Korean day from which it holds; null for the text that the program brings. */
  effectiveOn: z.nullable(z.string()),
  /** When it was announced. Null for the text that the program brings. */
  publishedAt: z.nullable(dateSchema),
});

export const siteDocumentSchema = z.object({
  ...versionSchema.shape,
  document: z.enum(SITE_DOCUMENTS),
  /** Lines: `## ` heading, `- ` list item, `1. ` numbered item, else a paragraph. */
  content: z.string(),
  /** All versions that hold or held, newest first. */
  history: z.array(versionSchema),
  /** The version that is announced and does not hold yet. */
  upcoming: z.nullable(versionSchema),
  /** Changes with every announcement; an editor names the one that it started from. */
  revision: z.string(),
});
export type SiteDocumentPage = z.output<typeof siteDocumentSchema>;

export const publishBody = z.object({
  // In code units: counting the graphemes of a text this long would hold the server.
  content: trimmedText(
    CONTENT_MAX,
    `내용은 ${CONTENT_MAX.toLocaleString('ko-KR')}자 이하로 입력해 주세요.`,
  ).check(z.minLength(1, '내용을 입력해 주세요.')),
  note: textField(
    NOTE_MAX,
    '무엇이 바뀌었는지 입력해 주세요.',
    `바뀐 점은 ${NOTE_MAX}자 이하로 입력해 주세요.`,
  ),
  asksConsent: z.boolean(),
  change: z.enum(DOCUMENT_CHANGES, { error: '변경의 종류를 골라 주세요.' }),
  /** The first Korean day on which it holds; null for changes without notice, which hold at once. */
  effectiveOn: z.nullable(dayField),
  /** The revision that was edited, so that nobody overwrites a newer text unseen. */
  basedOn: revision,
});

const documentParams = z.object({ document: z.enum(SITE_DOCUMENTS) });
const version = z.optional(z.string().check(z.maxLength(VERSION_MAX)));

const pendingSchema = z.object({
  /** Documents whose current version the member has to agree to. */
  pending: z.array(
    z.object({ document: z.enum(SITE_DOCUMENTS), version: z.string(), note: z.string() }),
  ),
});

export const documentRoutes = {
  read: get('/api/documents/:document', 'public', {
    summary: 'Terms or privacy policy: the current or a former version, and the history',
    params: documentParams,
    query: z.object({ version }),
    response: siteDocumentSchema,
    errors: ['NOT_FOUND'],
  }),
  publish: post('/api/admin/documents/:document', 'ADMIN', {
    summary:
      'Publish or announce a version of the terms or the privacy policy, or change the announced one; members get a notice; on record',
    params: documentParams,
    body: publishBody,
    response: siteDocumentSchema,
    errors: ['EDIT_CONFLICT'],
  }),
  withdraw: del('/api/admin/documents/:document/upcoming', 'ADMIN', {
    summary: 'Withdraw the announced version; members get a notice; on record',
    params: documentParams,
    query: z.object({ basedOn: revision }),
    response: siteDocumentSchema,
    errors: ['EDIT_CONFLICT', 'NOT_FOUND'],
  }),
  pending: get('/api/member/consents', 'signedIn', {
    summary: 'Documents that the member has to agree to again',
    response: pendingSchema,
  }),
  agree: post('/api/member/consents', 'signedIn', {
    summary: 'Agree to the given current versions; returns what is still open',
    body: z.object({ terms: version, privacy: version }),
    response: pendingSchema,
  }),
};
