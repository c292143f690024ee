import * as z from 'zod/mini';
import {
  countedPage,
  dateSchema,
  idParams,
  instantField,
  intQuery,
  lineField,
  pagingQuery,
  versionSchema,
} from './fields.ts';
import { LIMITS } from './limits.ts';
import { get, put } from './route.ts';
import { TEXTS } from './texts.ts';

const optionField = lineField(
  LIMITS.pollOptionMax,
  TEXTS.pollOptionRequired,
  TEXTS.pollOptionLength,
);

/** In the body of a post. Absent: stays as stored; null: none. Fixed after the first vote. */
export const pollInput = z.nullish(
  z.object({
    options: z.array(optionField).check(
      z.minLength(LIMITS.pollOptionsMin, TEXTS.pollOptions),
      z.maxLength(LIMITS.pollOptionsMax, TEXTS.pollOptions),
      z.refine((options) => new Set(options).size === options.length, TEXTS.pollOptionTwice),
    ),
    /** How many options one member may choose. */
    maxChoices: z.int().check(z.minimum(1), z.maximum(LIMITS.pollOptionsMax)),
    /** Nobody learns who chose what. */
    isAnonymous: z.boolean(),
    /** When the votes end; null: never. */
    endsAt: z.nullish(instantField),
  }),
);
export type PollInput = NonNullable<z.output<typeof pollInput>>;

/** On the page of a post. */
export const pollSchema = z.object({
  options: z.array(
    z.object({
      text: z.string(),
      /** Null until the viewer has voted or the poll has ended. */
      count: z.nullable(z.number()),
    }),
  ),
  maxChoices: z.number(),
  isAnonymous: z.boolean(),
  endsAt: z.nullable(dateSchema),
  isEnded: z.boolean(),
  /** Members who voted. */
  voterCount: z.number(),
  /** Positions of the options that the viewer chose, from 0. */
  chosen: z.array(z.number()),
  /** Changes with what members vote about. */
  version: versionSchema,
});
export type Poll = z.output<typeof pollSchema>;

const position = z.int().check(z.minimum(0), z.maximum(LIMITS.pollOptionsMax - 1));

const voteBody = z.object({
  choices: z
    .array(position)
    .check(z.minLength(1, TEXTS.pollChoiceRequired), z.maxLength(LIMITS.pollOptionsMax)),
  /** Of the poll that the member saw. */
  version: z.string().check(z.maxLength(64)),
});
export type Vote = z.output<typeof voteBody>;

/** Polls of posts outside lecture rooms. */
export const pollRoutes = {
  detail: get('/api/post/:id/poll', 'signedIn', {
    summary: 'The poll of a post as it stands',
    params: idParams,
    response: z.object({ poll: pollSchema }),
    errors: ['POST_NOT_FOUND'],
  }),
  vote: put('/api/post/:id/poll/vote', 'STUDENT', {
    summary: 'Vote, or change the own vote, until the poll ends',
    params: idParams,
    body: voteBody,
    response: z.object({ poll: pollSchema }),
    errors: ['POST_NOT_FOUND', 'POLL_ENDED', 'POLL_CHANGED'],
  }),
  voters: get('/api/post/:id/poll/voters', 'signedIn', {
    summary: 'Who chose an option of an open poll, for those who see its results',
    params: idParams,
    query: z.object({
      ...pagingQuery(LIMITS.pollVotersPageSize),
      /** Its position; absent: the first. */
      option: intQuery(0, LIMITS.pollOptionsMax - 1, 0),
    }),
    response: z.object({
      ...countedPage,
      voters: z.array(z.object({ id: z.number(), nickname: z.string() })),
    }),
    errors: ['POST_NOT_FOUND', 'POLL_VOTERS_HIDDEN'],
  }),
};
