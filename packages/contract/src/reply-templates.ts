import * as z from 'zod/mini';
import {
  idParams,
  lineField,
  messageSchema,
  textField,
  versionField,
  versionSchema,
} from './fields.ts';
import { LIMITS } from './limits.ts';
import { del, get, post, put } from './route.ts';
import { TEXTS } from './texts.ts';

/** ANSWER: to an inquiry, for ADMIN. REASON: of a decision about reported content, for MANAGER too. */
export const TEMPLATE_KINDS = ['ANSWER', 'REASON'] as const;
export type TemplateKind = (typeof TEMPLATE_KINDS)[number];

/** Where a template has the name of the person who reads it. */
export const NAME_PLACEHOLDER = '{이름}';

/** Of one kind. */
export const REPLY_TEMPLATES_MAX = 50;
/** In graphemes. */
export const TEMPLATE_TITLE_MAX = 30;
const TITLE_REQUIRED = '이름을 입력해 주세요.';
const TITLE_LENGTH = `이름은 ${TEMPLATE_TITLE_MAX}자 이하로 입력해 주세요.`;
const CONTENT_REQUIRED = '내용을 입력해 주세요.';

const title = lineField(TEMPLATE_TITLE_MAX, TITLE_REQUIRED, TITLE_LENGTH);

const CONTENT = {
  ANSWER: textField(LIMITS.inquiryMax, CONTENT_REQUIRED, TEXTS.answerLength),
  REASON: textField(LIMITS.reasonMax, CONTENT_REQUIRED, TEXTS.reasonLength),
};

const answerTemplate = z.object({ kind: z.literal('ANSWER'), title, content: CONTENT.ANSWER });
const reasonTemplate = z.object({ kind: z.literal('REASON'), title, content: CONTENT.REASON });

/** The text of a template is at most as long as what it is put into. */
export const replyTemplateBody = z.discriminatedUnion('kind', [answerTemplate, reasonTemplate]);

export const replyTemplateSchema = z.object({
  id: z.number(),
  kind: z.enum(TEMPLATE_KINDS),
  title: z.string(),
  content: z.string(),
  version: versionSchema,
});
export type ReplyTemplate = z.output<typeof replyTemplateSchema>;

const path = '/api/admin/reply-templates';
const saved = z.object({ message: z.string(), template: replyTemplateSchema });

export const replyTemplateRoutes = {
  list: get(path, 'MANAGER', {
    summary: 'Texts that staff share to answer with, by title; those of answers for ADMIN only',
    response: z.object({ templates: z.array(replyTemplateSchema) }),
  }),
  create: post(path, 'MANAGER', {
    summary: 'Add a reply template; at most 50 of each kind',
    body: replyTemplateBody,
    status: 201,
    response: saved,
  }),
  update: put(`${path}/:id`, 'MANAGER', {
    summary: 'Change a reply template; its kind stays',
    params: idParams,
    body: z.discriminatedUnion('kind', [
      z.extend(answerTemplate, { version: versionField }),
      z.extend(reasonTemplate, { version: versionField }),
    ]),
    response: saved,
    errors: ['NOT_FOUND', 'EDIT_CONFLICT'],
  }),
  remove: del(`${path}/:id`, 'MANAGER', {
    summary: 'Delete a reply template',
    params: idParams,
    query: z.object({ version: versionField }),
    response: messageSchema,
    errors: ['NOT_FOUND', 'EDIT_CONFLICT'],
  }),
};
