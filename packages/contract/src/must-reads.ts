import * as z from 'zod/mini';
import {
  boardTypeSchema,
  countedPage,
  dateSchema,
  dayField,
  idParams,
  intText,
  messageSchema,
  pagingQuery,
} from './fields.ts';
import { LIMITS } from './limits.ts';
import { get, post } from './route.ts';

/** In the body of a post. Absent: stays as stored; null: ends it. */
export const mustReadInput = z.nullish(
  z.object({
    /** Last Korean day to confirm it; null: none. */
    dueOn: z.nullish(dayField),
    /** Those who confirmed it are asked again, because the notice says something else now. */
    again: z.optional(z.boolean()),
  }),
);
export type MustReadInput = NonNullable<z.output<typeof mustReadInput>>;

/** On the page of a must-read notice. */
export const mustReadSchema = z.object({
  /** Counts how often readers were asked. */
  round: z.number(),
  /** YYYY-MM-DD; null: no deadline. */
  dueOn: z.nullable(z.string()),
  /** Whether the viewer is asked to confirm it. */
  isAsked: z.boolean(),
  /** When the viewer confirmed this round. */
  confirmedAt: z.nullable(dateSchema),
});
export type MustRead = z.output<typeof mustReadSchema>;

const ownMustReadSchema = z.object({
  id: z.number(),
  boardType: boardTypeSchema,
  title: z.string(),
  dueOn: z.nullable(z.string()),
});
export type OwnMustRead = z.output<typeof ownMustReadSchema>;

const readerSchema = z.object({
  id: z.number(),
  nickname: z.string(),
  /** Real name and student number: for ADMIN only, null for others. */
  name: z.nullable(z.string()),
  username: z.nullable(z.string()),
  /** Year of study; null: not stated. */
  year: z.nullable(z.number()),
  confirmedAt: z.nullable(dateSchema),
});
export type MustReadReader = z.output<typeof readerSchema>;

const READER_STATES = ['waiting', 'confirmed'] as const;
export type ReaderState = (typeof READER_STATES)[number];

const NOT_HERE = ['POST_NOT_FOUND', 'MUST_READ_NOT_ASKED'] as const;

/** Notices that their readers confirm, and who has. */
export const mustReadRoutes = {
  mine: get('/api/member/must-reads', 'signedIn', {
    summary: 'Notices that the caller is asked to confirm and has not, those due first',
    response: z.object({ notices: z.array(ownMustReadSchema), totalCount: z.number() }),
  }),
  confirm: post('/api/post/:id/must-read/confirm', 'signedIn', {
    summary: 'Confirm a must-read notice in the round that was read; repeatable',
    params: idParams,
    body: z.object({ round: z.int().check(z.minimum(1)) }),
    response: z.object({ ...messageSchema.shape, confirmedAt: dateSchema }),
    errors: [...NOT_HERE, 'MUST_READ_CHANGED'],
  }),
  readers: get('/api/post/:id/must-read', 'STUDENT_COUNCIL', {
    summary: 'Who has confirmed a must-read notice and who has not; its author and board staff',
    params: idParams,
    query: z.object({
      ...pagingQuery(LIMITS.mustReadPageSize),
      state: z.prefault(z.enum(READER_STATES), 'waiting'),
      /** A year of study; 0: those who stated none; absent: all. */
      year: z.optional(intText(0, LIMITS.studyYears)),
    }),
    response: z.object({
      ...countedPage,
      readers: z.array(readerSchema),
      /** False: only MANAGER and above see who the readers are, as the notice is for groups. */
      isNamed: z.boolean(),
      /** By year of study, null last; years without readers are left out. */
      years: z.array(
        z.object({
          year: z.nullable(z.number()),
          waiting: z.number(),
          confirmed: z.number(),
        }),
      ),
      dueOn: z.nullable(z.string()),
      /** Whether today's reminder was sent. */
      isReminded: z.boolean(),
    }),
    errors: NOT_HERE,
  }),
  remind: post('/api/post/:id/must-read/remind', 'STUDENT_COUNCIL', {
    summary: 'Notify those who have not confirmed; once a Korean day and notice',
    params: idParams,
    response: z.object({ ...messageSchema.shape, count: z.number() }),
    errors: [...NOT_HERE, 'MUST_READ_REMINDED'],
  }),
  export: get('/api/post/:id/must-read/export', 'STUDENT_COUNCIL', {
    summary: 'All readers of a must-read notice as CSV; recorded in the audit log',
    params: idParams,
    response: null,
    errors: NOT_HERE,
  }),
};
