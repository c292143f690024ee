import * as z from 'zod/mini';
import { instantField, requiredValue, trimmedText } from './fields.ts';
import { LIMITS } from './limits.ts';
import { sourceBoardField, sourceField } from './pasted-notices.ts';
import { contentField, titleField } from './post-fields.ts';
import { post } from './route.ts';
import { isInvisible } from './text.ts';
import { TEXTS } from './texts.ts';

/** Code units of an article's id at its source, and files that it links. */
export const ARTICLE_ID_MAX = 200;
export const ARTICLE_FILES_MAX = 20;

const ID_TEXT = `원문 번호(sourceId)를 1자 이상 ${ARTICLE_ID_MAX}자 이하로 적어 주세요.`;
const FILES_TEXT = `첨부 파일은 ${ARTICLE_FILES_MAX}개까지 적을 수 있습니다.`;
const FILE_NAME_MAX = 300;

const fileLinkSchema = z.object({
  name: trimmedText(FILE_NAME_MAX, TEXTS.valueInvalid),
  /** May be relative to `targetUrl`. */
  url: requiredValue(TEXTS.linkFormat, LIMITS.linkMax, TEXTS.linkFormat),
});

/** A notice of another site, as a program sends it. */
const systemNoticeBody = z.object({
  boardType: sourceBoardField,
  title: titleField(TEXTS.postRequired),
  /** HTML as found; its relative addresses belong to `targetUrl`. */
  content: contentField(TEXTS.postRequired),
  /** The original. */
  targetUrl: sourceField,
  /** Of the notice, the same each time it is sent. */
  sourceId: requiredValue(ID_TEXT, ARTICLE_ID_MAX, ID_TEXT).check(
    z.refine((id) => !isInvisible(id), { error: ID_TEXT }),
  ),
  publishedAt: z.nullish(instantField),
  isPinned: z.prefault(z.boolean(), false),
  attachments: z.prefault(
    z.array(fileLinkSchema).check(z.maxLength(ARTICLE_FILES_MAX, FILES_TEXT)),
    [],
  ),
});
export type SystemNotice = z.output<typeof systemNoticeBody>;

/** Calls for programs, which have a service key instead of a session. */
export const systemNoticeRoutes = {
  send: post('/api/system/notices', 'serviceKey', {
    summary:
      'Post a notice, or change the one with the same `sourceId`; 201 for a new one, else 200',
    body: systemNoticeBody,
    status: 201,
    otherStatus: 200,
    response: z.object({
      outcome: z.enum(['created', 'updated', 'unchanged']),
      /** Of the post; null once staff removed it and it is erased. */
      id: z.nullable(z.number()),
      /** What readers find only at the source, or why a change is left out; null: nothing. */
      note: z.nullable(z.string()),
      message: z.string(),
    }),
  }),
};
