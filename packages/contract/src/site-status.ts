import * as z from 'zod/mini';
import { isBannerLink } from './banners.ts';
import {
  dateSchema,
  instantField,
  lineField,
  optionalLine,
  versionField,
  versionSchema,
} from './fields.ts';
import { LIMITS } from './limits.ts';
import { del, get, put } from './route.ts';
import { TEXTS } from './texts.ts';

const NOTICE_MAX = 120;
const REASON_MAX = 60;

/** How urgent a notice above every page is; readers can dismiss all but URGENT. */
export const SITE_NOTICE_LEVELS = ['INFO', 'WARNING', 'URGENT'] as const;
/** ALL includes pages of those who are not logged in. */
export const SITE_NOTICE_AUDIENCES = ['ALL', 'MEMBERS'] as const;

/** What the pages show above everything else now. */
export const siteStatusSchema = z.object({
  notice: z.nullable(
    z.object({
      /** Another one after each save: a dismissed notice that changed shows again. */
      id: z.string(),
      text: z.string(),
      /** Web address or path of this site; null: none. */
      url: z.nullable(z.string()),
      level: z.enum(SITE_NOTICE_LEVELS),
    }),
  ),
  /** The sentence that says why and until when nothing can be stored; null: everything can be. */
  readOnly: z.nullable(z.string()),
});
export type SiteStatus = z.output<typeof siteStatusSchema>;

const siteNoticeShape = {
  isOn: z.boolean(),
  text: optionalLine(NOTICE_MAX, `알림은 ${NOTICE_MAX}자 이하로 입력해 주세요.`),
  url: z.string().check(
    z.maxLength(LIMITS.linkMax, TEXTS.bannerLinkFormat),
    z.trim(),
    z.refine((link) => link === '' || isBannerLink(link), { error: TEXTS.bannerLinkFormat }),
  ),
  level: z.enum(SITE_NOTICE_LEVELS),
  audience: z.enum(SITE_NOTICE_AUDIENCES),
  /** Null: at once. */
  startsAt: z.nullable(instantField),
  /** Null: until it is turned off. */
  endsAt: z.nullable(instantField),
};

export const siteNoticeBody = z.object(siteNoticeShape).check(
  z.refine(({ isOn, text }) => !isOn || text !== '', {
    error: '알림을 입력해 주세요.',
    path: ['text'],
  }),
  z.refine(({ startsAt, endsAt }) => !startsAt || !endsAt || isBefore(startsAt, endsAt), {
    error: '종료는 시작보다 늦어야 합니다.',
    path: ['endsAt'],
  }),
);
export type SiteNoticeInput = z.output<typeof siteNoticeBody>;

const editedNoticeSchema = z.object({
  isOn: z.boolean(),
  text: z.string(),
  url: z.string(),
  level: siteNoticeShape.level,
  audience: siteNoticeShape.audience,
  startsAt: z.nullable(dateSchema),
  endsAt: z.nullable(dateSchema),
  version: versionSchema,
});
export type EditedSiteNotice = z.output<typeof editedNoticeSchema>;

export const readOnlyBody = z.object({
  reason: lineField(
    REASON_MAX,
    '이유를 입력해 주세요.',
    `이유는 ${REASON_MAX}자 이하로 입력해 주세요.`,
  ),
  /** When it is expected to end; it ends when it is switched off. */
  until: z.nullish(instantField),
});
export type ReadOnlyInput = z.output<typeof readOnlyBody>;

const readOnlySchema = z.object({
  readOnly: z.nullable(
    z.object({ reason: z.string(), until: z.nullable(dateSchema), since: dateSchema }),
  ),
});
export type ReadOnlyState = z.output<typeof readOnlySchema>;

export const siteStatusRoutes = {
  notice: get('/api/admin/site-notice', 'ADMIN', {
    summary: 'The notice above every page, as its editor gets it',
    response: editedNoticeSchema,
  }),
  saveNotice: put('/api/admin/site-notice', 'ADMIN', {
    summary: 'Set the notice above every page; open pages show it within seconds',
    query: z.object({ version: versionField }),
    body: siteNoticeBody,
    response: editedNoticeSchema,
    errors: ['EDIT_CONFLICT'],
  }),
  readOnly: get('/api/admin/read-only', 'ADMIN', {
    summary: 'Whether the site is read-only',
    response: readOnlySchema,
  }),
  startReadOnly: put('/api/admin/read-only', 'ADMIN', {
    summary:
      'Make the site read-only, or change reason and time: servers refuse what stores something within seconds',
    body: readOnlyBody,
    whileReadOnly: true,
    response: readOnlySchema,
  }),
  endReadOnly: del('/api/admin/read-only', 'ADMIN', {
    summary: 'Let everything be stored again',
    whileReadOnly: true,
    response: readOnlySchema,
  }),
};

function isBefore(one: string, other: string): boolean {
  return Date.parse(one) < Date.parse(other);
}
