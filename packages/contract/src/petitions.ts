import * as z from 'zod/mini';
import { PETITION_TABS } from './choices.ts';
import {
  clientIdField,
  dateSchema,
  idField,
  idParams,
  messageSchema,
  pagingQuery,
  reasonField,
  textField,
  trimmedText,
  versionSchema,
} from './fields.ts';
import { attachmentsField } from './files.ts';
import { pageInfoSchema } from './inquiries.ts';
import { LIMITS } from './limits.ts';
import { PETITION_ADDRESSEES } from './petition-bodies.ts';
import { contentField, imageUrlsField, TITLE_UNITS, titleField } from './post-fields.ts';
import { get, post, put } from './route.ts';
import { similarQuestionSchema } from './similar-questions.ts';
import { TEXTS } from './texts.ts';

/** OVERDUE: the answer is owed since an earlier day; FAILED: too few signatures in time. */
const PETITION_STATES = [
  'COLLECTING',
  'WAITING',
  'OVERDUE',
  'ANSWERED',
  'FAILED',
  'WITHDRAWN',
  'CLOSED',
] as const;

export type PetitionState = (typeof PETITION_STATES)[number];

/** Rules of an installation; each petition has a copy of those of its creation. */
export const petitionRulesSchema = z.object({
  /** Signatures from which on an answer is owed. */
  threshold: z.number(),
  collectDays: z.number(),
  answerDays: z.number(),
  addressees: z.array(z.enum(PETITION_ADDRESSEES)),
});

const daysField = z
  .int({ error: TEXTS.petitionDays })
  .check(z.minimum(1, TEXTS.petitionDays), z.maximum(LIMITS.petitionDaysMax, TEXTS.petitionDays));

export const petitionRulesBody = z.object({
  threshold: z
    .int({ error: TEXTS.petitionThreshold })
    .check(
      z.minimum(LIMITS.petitionThresholdMin, TEXTS.petitionThreshold),
      z.maximum(LIMITS.petitionThresholdMax, TEXTS.petitionThreshold),
    ),
  collectDays: daysField,
  answerDays: daysField,
  addressees: z.pipe(
    z
      .array(z.enum(PETITION_ADDRESSEES, { error: TEXTS.valueInvalid }))
      .check(z.minLength(1, TEXTS.petitionAddressees)),
    // In one order and each once, so that equal settings are stored alike.
    z.transform((chosen) => PETITION_ADDRESSEES.filter((one) => chosen.includes(one))),
  ),
});

const addresseeField = z.enum(PETITION_ADDRESSEES, { error: TEXTS.petitionAddressee });

const petitionBody = z.object({
  title: titleField(TEXTS.postRequired),
  content: contentField(TEXTS.postRequired),
  imageUrls: imageUrlsField,
  attachments: attachmentsField,
  addressee: addresseeField,
  /** The author has read the rules: no names of private persons, among others. */
  isConfirmed: z.literal(true, { error: TEXTS.petitionConfirm }),
  clientId: clientIdField,
});
export type PetitionInput = z.output<typeof petitionBody>;

const petitionFields = {
  id: z.number(),
  addressee: z.enum(PETITION_ADDRESSEES),
  state: z.enum(PETITION_STATES),
  signatureCount: z.number(),
  threshold: z.number(),
  /** Last Korean day to sign. */
  endsOn: z.string(),
  /** Korean day by which the answer is owed; null before the threshold. */
  owedOn: z.nullable(z.string()),
  isSigned: z.boolean(),
  /** Of a closed petition; null while its post is blinded. */
  closeReason: z.nullable(z.string()),
};

const petitionItemSchema = z.object({
  ...petitionFields,
  title: z.string(),
  writerNickname: z.string(),
  commentCount: z.number(),
  createdDate: dateSchema,
  /** The viewer blocks the author, whose title and name are left out. */
  blocked: z.optional(z.boolean()),
});
export type PetitionItem = z.output<typeof petitionItemSchema>;

const petitionSchema = z.object({
  ...petitionFields,
  /** Who answered, by their body only; the newest first, whose text is the answer. None while the post is blinded. */
  answers: z.array(
    z.object({
      id: z.number(),
      content: z.string(),
      date: dateSchema,
      version: versionSchema,
    }),
  ),
  /** Oldest first. */
  history: z.array(z.object({ state: z.enum(PETITION_STATES), date: dateSchema })),
  canSign: z.boolean(),
  canWithdraw: z.boolean(),
  canClose: z.boolean(),
  canAnswer: z.boolean(),
});
export type Petition = z.output<typeof petitionSchema>;

const changed = z.object({ petition: petitionSchema });

export const answerBody = z.object({
  content: textField(
    LIMITS.petitionAnswerMax,
    TEXTS.petitionAnswerRequired,
    TEXTS.petitionAnswerLength,
  ),
  /** The version of the answer that this one amends, as its writer saw it; null for the first one. */
  amends: z.nullable(versionSchema.check(z.maxLength(64))),
});

/** Demands of members that are owed an answer from a number of signatures on. */
export const petitionRoutes = {
  list: get('/api/petitions', 'signedIn', {
    summary:
      'Petitions by state: collecting ones that end first, owed answers due first, then those closed instead',
    query: z.object({
      ...pagingQuery(LIMITS.petitionPageSize),
      tab: z.prefault(z.enum(PETITION_TABS, { error: TEXTS.valueInvalid }), 'collecting'),
    }),
    response: z.object({ petitions: z.array(petitionItemSchema), page: pageInfoSchema }),
  }),
  rules: get('/api/petitions/rules', 'signedIn', {
    summary: 'The rules that a new petition gets',
    response: petitionRulesSchema,
  }),
  similar: get('/api/petitions/similar', 'STUDENT', {
    summary: 'Open petitions whose titles share words with one that is being written',
    query: z.object({ title: trimmedText(TITLE_UNITS, TEXTS.titleLength) }),
    response: z.object({ questions: z.array(similarQuestionSchema) }),
  }),
  detail: get('/api/petitions/:id', 'signedIn', {
    summary: 'A petition as it stands; its title and text are those of the post with its id',
    params: idParams,
    response: changed,
    errors: ['POST_NOT_FOUND'],
  }),
  create: post('/api/petitions', 'STUDENT', {
    summary: 'Begin a petition, a post of its board; a repeated clientId stores it once',
    body: petitionBody,
    status: 201,
    response: z.object({ ...messageSchema.shape, id: z.number() }),
    errors: ['WRITE_DENIED', 'IMAGE_NOT_READY', 'ATTACHMENT_NOT_READY', 'POST_THROTTLED'],
    denied: 'WRITE_DENIED',
  }),
  sign: put('/api/petitions/:id/signature', 'signedIn', {
    summary:
      'Sign a petition (STUDENT), or withdraw the own signature, while it collects; repeatable',
    params: idParams,
    body: z.object({ signed: z.boolean() }),
    response: changed,
    errors: ['POST_NOT_FOUND', 'PERMISSION_DENIED', 'PETITION_ENDED', 'CONTENT_BLINDED'],
  }),
  withdraw: post('/api/petitions/:id/withdraw', 'signedIn', {
    summary:
      'Withdraw an own petition while it has less than half of the signatures; it stays readable',
    params: idParams,
    response: changed,
    errors: [
      'POST_NOT_FOUND',
      'PERMISSION_DENIED',
      'PETITION_ENDED',
      'PETITION_HALF_SIGNED',
      'CONTENT_BLINDED',
    ],
  }),
  close: post('/api/petitions/:id/close', 'MANAGER', {
    summary:
      'Close a petition without an answer, one that is owed it as ADMIN, with a public reason; audited',
    params: idParams,
    body: z.object({ reason: reasonField }),
    response: changed,
    errors: ['POST_NOT_FOUND', 'PERMISSION_DENIED', 'PETITION_ENDED', 'CONTENT_BLINDED'],
  }),
  redact: post('/api/petitions/:id/redact', 'ADMIN', {
    summary:
      'Replace an answer, or the reason of a closed petition, by a sentence that says so; audited',
    params: idParams,
    body: z.object({
      /** Null: the reason for closing. */
      answerId: z.nullable(idField),
      reason: reasonField,
    }),
    response: changed,
    errors: ['POST_NOT_FOUND', 'PETITION_TEXT_NOT_FOUND'],
  }),
  answer: post('/api/petitions/:id/answer', 'PROFESSOR', {
    summary: 'Answer for the body that owes it, or amend its answer; former texts stay readable',
    params: idParams,
    body: answerBody,
    response: changed,
    errors: [
      'POST_NOT_FOUND',
      'PERMISSION_DENIED',
      'PETITION_NOT_OWED',
      'EDIT_CONFLICT',
      'CONTENT_BLINDED',
    ],
  }),
};
