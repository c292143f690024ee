import * as z from 'zod/mini';
import { dateSchema, idParam, messageSchema, pagingQuery, textField } from './fields.ts';
import { pageInfoSchema, staffActionSchema } from './inquiries.ts';
import { LIMITS } from './limits.ts';
import { CONTENT_TYPES } from './moderation.ts';
import { contentOfType, fileAddress } from './own-files.ts';
import { get, post } from './route.ts';
import { TEXTS } from './texts.ts';

/** Own content that staff removed, moved or hid. */
export const handledItemSchema = z.object({
  type: z.enum(CONTENT_TYPES),
  id: z.number(),
  /** A board or a board of a lecture room. */
  boardType: z.string(),
  postId: z.number(),
  lectureId: z.nullable(z.number()),
  /** For a comment: the title of its post. */
  title: z.string(),
  /** The first 200 graphemes, plain text. */
  excerpt: z.string(),
  /** Written below or as an anonymous post: an objection reaches the staff without a name. */
  anonymous: z.boolean(),
  createdDate: dateSchema,
  ...staffActionSchema.shape,
  /** When removed content is deleted permanently; null for the other actions. */
  purgedAt: z.nullable(dateSchema),
  /** The inquiry with the own objection. */
  objectionId: z.nullable(z.number()),
});
export type HandledItem = z.output<typeof handledItemSchema>;

export const handledDetailSchema = z.object({
  ...handledItemSchema.shape,
  content: contentOfType,
  imageUrls: z.array(fileAddress),
});
export type HandledDetail = z.output<typeof handledDetailSchema>;

export const objectionBody = z.object({
  content: textField(LIMITS.inquiryMax, TEXTS.objectionRequired, TEXTS.inquiryLength),
});

/** Code units of the token in the link of a suspension e-mail. */
const TOKEN_MAX = 200;
const tokenField = z.string().check(z.minLength(1), z.maxLength(TOKEN_MAX));

/** The suspension that a link is about. */
export const suspensionSchema = z.object({
  reason: z.string(),
  until: dateSchema,
  /** Until when the link works. */
  linkUntil: dateSchema,
  /** When the objection arrived; null: none yet. */
  objectedAt: z.nullable(dateSchema),
});
export type Suspension = z.output<typeof suspensionSchema>;

const handledParams = z.object({ type: z.enum(CONTENT_TYPES), id: idParam });

export const objectionRoutes = {
  handled: get('/api/member/my-handled', 'signedIn', {
    summary: 'Own content that staff removed (last 30 days), moved or hid, newest action first',
    query: z.object(pagingQuery(LIMITS.mineSize)),
    response: z.object({ items: z.array(handledItemSchema), page: pageInfoSchema }),
  }),
  handledDetail: get('/api/member/my-handled/:type/:id', 'signedIn', {
    summary: 'One of them with its content, for its author only',
    params: handledParams,
    response: handledDetailSchema,
    errors: ['NOT_FOUND'],
  }),
  object: post('/api/member/my-handled/:type/:id/objection', 'signedIn', {
    summary: 'Object once to what staff did; becomes an inquiry, nameless for anonymous content',
    params: handledParams,
    body: objectionBody,
    status: 201,
    response: z.object({ ...messageSchema.shape, inquiryId: z.number() }),
    errors: ['NOT_FOUND', 'OBJECTION_EXISTS'],
  }),
  suspension: post('/api/suspension/read', 'public', {
    whileReadOnly: true,
    summary: 'The suspension of the link in a suspension e-mail',
    body: z.object({ token: tokenField }),
    response: suspensionSchema,
    errors: ['OBJECTION_LINK_INVALID', 'TOO_MANY_REQUESTS'],
  }),
  objectToSuspension: post('/api/suspension/objection', 'public', {
    summary: 'Object once to a suspension with the link in its e-mail, without a login',
    body: z.object({ token: tokenField, ...objectionBody.shape }),
    status: 201,
    response: messageSchema,
    errors: ['OBJECTION_LINK_INVALID', 'OBJECTION_EXISTS', 'TOO_MANY_REQUESTS'],
  }),
};
