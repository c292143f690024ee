import * as z from 'zod/mini';
import { type BOARDS, findBoard } from './boards.ts';
import { dateSchema, messageSchema } from './fields.ts';
import { LIMITS } from './limits.ts';
import { fileFields } from './own-files.ts';
import { TITLE_UNITS, utf8Length } from './post-fields.ts';
import { del, get, put } from './route.ts';
import { TEXTS } from './texts.ts';

/** Keys of drafts of posts in lecture rooms and of scheduled notices start with these. */
const ROOM = 'LECTURE';
const SCHEDULED = 'SCHEDULED';

/** What a draft becomes: a new post, or with `postId` a change of one. */
export interface DraftTarget {
  /** A board that shows its authors; null in a lecture room. */
  board: (typeof BOARDS)[keyof typeof BOARDS] | null;
  lectureId: number | null;
  /** Set for a change of a scheduled notice, whose board is unknown. */
  scheduledId: number | null;
  postId: number | null;
}

/**
 * Reads the place of a draft: `FREE` or `LECTURE-3`, with `.7` for a change of post 7, or `SCHEDULED-5`.
 * Null for places that have no drafts on the account: anonymous boards, and changes of anonymous posts, whose
 * ids have more than twelve digits.
 */
export function readDraftPlace(place: string): DraftTarget | null {
  const [, name = '', id, postId] =
    /^([A-Z_]+)(?:-([1-9]\d{0,14}))?(?:\.([1-9]\d{0,11}))?$/.exec(place) ?? [];
  const post = postId === undefined ? null : Number(postId);
  const none = { board: null, lectureId: null, scheduledId: null, postId: post };
  if (id !== undefined) {
    if (name === ROOM) return { ...none, lectureId: Number(id) };
    return name === SCHEDULED && post === null ? { ...none, scheduledId: Number(id) } : null;
  }
  const board = findBoard(name);
  const isNamed = board !== null && !board.anonymous && board.writeRole !== null;
  return isNamed && board.form !== 'item' ? { ...none, board } : null;
}

const placeField = z.string().check(
  z.maxLength(64, { error: TEXTS.draftPlaceInvalid, abort: true }),
  z.refine((place) => readDraftPlace(place) !== null, { error: TEXTS.draftPlaceInvalid }),
);
const params = z.object({ place: placeField });

/** A random id that the browser gives each state of a draft. */
const versionField = z.string().check(z.regex(/^[\w-]{8,64}$/, TEXTS.valueInvalid));

const fileSchema = z.object({
  key: z.string().check(z.maxLength(LIMITS.linkMax)),
  name: z.string().check(z.maxLength(LIMITS.linkMax)),
  bytes: z.int().check(z.minimum(0)),
  /** Epoch milliseconds; null for a file of the stored post. */
  uploadedAt: z.nullable(z.int()),
});

/** As in the form: of the rules of a post only its size counts. */
export const draftContentSchema = z.object({
  title: z.string().check(z.maxLength(TITLE_UNITS, TEXTS.titleLength)),
  html: z
    .string()
    .check(
      z.refine((html) => utf8Length(html) <= LIMITS.contentMaxBytes, {
        error: TEXTS.contentTooLong,
      }),
    )
    .register(fileFields, { holds: 'html' }),
  /** Values of other fields, in the format of the form. */
  choices: z.string().check(z.maxLength(LIMITS.draftChoicesMax, TEXTS.valueInvalid)),
  files: z.array(fileSchema).check(z.maxLength(LIMITS.attachmentsMax)),
  /** Client id of the post, when this text was sent and no response came. */
  clientId: z.optional(versionField),
});
export type DraftContent = z.output<typeof draftContentSchema>;

const draftSchema = z.object({
  version: z.string(),
  savedAt: dateSchema,
  content: draftContentSchema,
});
export type StoredDraft = z.output<typeof draftSchema>;

const draftItemSchema = z.object({
  place: z.string(),
  version: z.string(),
  title: z.string(),
  /** Plain text; the beginning. */
  excerpt: z.string(),
  /** Of the lecture room, if it exists. */
  lectureTitle: z.nullable(z.string()),
  savedAt: dateSchema,
});
export type DraftItem = z.output<typeof draftItemSchema>;

/** Unfinished posts on the account, from which each device of the member goes on. */
export const draftRoutes = {
  list: get('/api/member/drafts', 'signedIn', {
    summary: 'Own unfinished posts of the last 30 days, newest first',
    response: z.object({ drafts: z.array(draftItemSchema) }),
  }),
  find: get('/api/member/drafts/:place', 'signedIn', {
    summary: 'The own unfinished post of a place; null without one',
    params,
    response: z.object({ draft: z.nullable(draftSchema) }),
  }),
  save: put('/api/member/drafts/:place', 'signedIn', {
    summary: 'Store an unfinished post, unless another device has changed it; repeatable',
    params,
    body: z.object({
      /** Of this state. */
      version: versionField,
      /** Version that it was made from; null: no draft was known. */
      base: z.nullable(versionField),
      excerpt: z.string().check(z.maxLength(LIMITS.draftExcerptMax, TEXTS.valueInvalid)),
      content: draftContentSchema,
    }),
    response: z.object({
      /** Null: not saved, because the stored draft is not `base`. */
      savedAt: z.nullable(dateSchema),
      /** Then the stored draft, or null when it was posted or deleted meanwhile. */
      other: z.nullable(draftSchema),
    }),
    errors: ['DRAFT_LIMIT'],
  }),
  remove: del('/api/member/drafts/:place', 'signedIn', {
    summary: 'Delete an unfinished post in the version that was seen; repeatable',
    params,
    query: z.object({ version: versionField }),
    response: messageSchema,
    errors: ['DRAFT_CHANGED'],
  }),
};
