import * as z from 'zod/mini';
import { emailField } from './auth.ts';
import { ANONYMOUS_CHOICE_BOARDS } from './boards.ts';
import { lineField, textField, versionField, versionSchema, webLinkField } from './fields.ts';
import { headSettingsBody, storedHeadsSchema } from './heads.ts';
import { siteIdentityBody, siteIdentitySchema } from './identity.ts';
import { LIMITS } from './limits.ts';
import { petitionRulesBody, petitionRulesSchema } from './petitions.ts';
import { get, put } from './route.ts';
import { TEXTS } from './texts.ts';

/** Whether a menu entry opens, or shows the lock modal. */
const SWITCH_STATES = ['locked', 'open'] as const;

/** Settings by an ADMIN for the whole site; /api/config returns them too. */
export const siteSettingsSchema = z.object({
  directMessage: z.enum(SWITCH_STATES),
  studyRoomMenu: z.enum(SWITCH_STATES),
  /** The external sites of the main page; always 4. */
  quickLinks: z.array(z.object({ label: z.string(), url: z.string() })),
  footer: z.object({ about: z.string(), contact: z.string(), email: z.string() }),
  /** Homepage and the like at the foot of every page. */
  footerLinks: z.array(z.object({ label: z.string(), url: z.string() })),
  /** Members whose reports hide a post or comment until staff decide; 0: never. */
  blindAfter: z.number(),
  /** Boards on which authors of posts may choose to be hidden. */
  anonymousBoards: z.array(z.enum(ANONYMOUS_CHOICE_BOARDS)),
  /** MANAGER and above need a second factor for what only they may do. */
  staffSecondFactor: z.boolean(),
  /** Links to notices for everybody show their title in other programs. */
  linkTitles: z.boolean(),
  petitions: petitionRulesSchema,
});
export type SiteSettings = z.output<typeof siteSettingsSchema>;

/** The settings as the editor gets them, with the heads of the boards. */
const editedSettingsSchema = z.object({
  ...siteSettingsSchema.shape,
  heads: storedHeadsSchema,
  version: versionSchema,
});
export type EditedSettings = z.output<typeof editedSettingsSchema>;

/** Names, colour and logo as the editor gets them. */
const editedIdentitySchema = z.object({
  ...siteIdentitySchema.shape,
  version: versionSchema,
});
export type EditedIdentity = z.output<typeof editedIdentitySchema>;

const linkField = z.object({
  label: lineField(LIMITS.linkLabelMax, TEXTS.linkLabelRequired, TEXTS.linkLabelLength),
  url: webLinkField(TEXTS.linkRequired),
});

export const siteSettingsBody = z.object({
  directMessage: z.enum(SWITCH_STATES),
  studyRoomMenu: z.enum(SWITCH_STATES),
  quickLinks: z
    .array(linkField)
    .check(z.length(LIMITS.quickLinks, `바로 가기는 ${LIMITS.quickLinks}개여야 합니다.`)),
  footer: z.object({
    about: textField(LIMITS.footerAboutMax, TEXTS.footerAboutRequired, TEXTS.footerAboutLength),
    contact: textField(
      LIMITS.footerContactMax,
      TEXTS.footerContactRequired,
      TEXTS.footerContactLength,
    ),
    email: emailField,
  }),
  footerLinks: z
    .array(linkField)
    .check(z.maxLength(LIMITS.footerLinks, `링크는 ${LIMITS.footerLinks}개까지 넣을 수 있습니다.`)),
  blindAfter: z
    .int({ error: TEXTS.blindAfterRange })
    .check(
      z.refine(
        (count) => count === 0 || (count >= LIMITS.blindAfterMin && count <= LIMITS.blindAfterMax),
        { error: TEXTS.blindAfterRange },
      ),
    ),
  anonymousBoards: z.pipe(
    z.array(z.enum(ANONYMOUS_CHOICE_BOARDS, { error: '익명 글을 허용할 수 없는 게시판입니다.' })),
    // In the order of the boards and each once, so that equal settings are stored alike.
    z.transform((chosen) => ANONYMOUS_CHOICE_BOARDS.filter((type) => chosen.includes(type))),
  ),
  staffSecondFactor: z.boolean(),
  linkTitles: z.boolean(),
  petitions: petitionRulesBody,
});

/** As sent: a page of the console sends what it has. A board's head that is left out is retired. */
const savedSettingsBody = z.partial(
  z.object({ ...siteSettingsBody.shape, heads: headSettingsBody }),
);
export type SiteSettingsInput = z.output<typeof savedSettingsBody>;

export const settingsRoutes = {
  identity: get('/api/admin/identity', 'ADMIN', {
    summary: 'Names, colour and logo of this installation',
    response: editedIdentitySchema,
  }),
  saveIdentity: put('/api/admin/identity', 'ADMIN', {
    summary: 'Set names, colour and logo; every change is on record',
    query: z.object({ version: versionField }),
    body: siteIdentityBody,
    response: editedIdentitySchema,
    errors: ['IMAGE_NOT_READY', 'EDIT_CONFLICT'],
  }),
  get: get('/api/admin/settings', 'ADMIN', {
    summary: 'Switches, quick links, footer and heads of this installation',
    response: editedSettingsSchema,
  }),
  save: put('/api/admin/settings', 'ADMIN', {
    summary:
      'Set switches, quick links, footer and heads at once; those left out stay; every change is on record',
    query: z.object({ version: versionField }),
    body: savedSettingsBody,
    response: editedSettingsSchema,
    errors: ['EDIT_CONFLICT', 'SECOND_FACTOR_OWN_FIRST'],
  }),
};
