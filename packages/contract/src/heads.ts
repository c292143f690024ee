import * as z from 'zod/mini';
import { BOARD_TYPES, BOARDS, type BoardType, type HeadBoard } from './boards.ts';
import { boardTypeSchema, idField, lineField } from './fields.ts';
import { LIMITS } from './limits.ts';
import { TEXTS } from './texts.ts';

/** In display order. */
export const HEAD_BOARDS = BOARD_TYPES.filter(isHeadBoard) as unknown as readonly [
  HeadBoard,
  ...HeadBoard[],
];

export function isHeadBoard(type: BoardType): type is HeadBoard {
  return BOARDS[type].takesHeads;
}

/** A short word before the titles of posts that are of one kind. */
const headSchema = z.object({ id: z.number(), name: z.string() });
export type Head = z.output<typeof headSchema>;

/** The heads of a board that writers may choose, in their order. */
export const chosenHeadsSchema = z.object({
  boardType: boardTypeSchema,
  /** Every new post has one. */
  isRequired: z.boolean(),
  heads: z.array(headSchema),
});
export type BoardHeads = z.output<typeof chosenHeadsSchema>;

/** Missing without a head, while the post is blinded, and for viewers who block the author. */
export const headFields = { head: z.optional(headSchema) };

/** Only on boards with `takesHeads`. Null removes the head of a post; without the field it stays. */
export const headInput = { headId: z.nullish(idField) };

const headNameField = lineField(LIMITS.headMax, TEXTS.headRequired, TEXTS.headLength);

const boardSettings = z.object({
  isRequired: z.boolean(),
  heads: z
    .array(
      z.object({
        /** Null for a new one. */
        id: z.nullable(idField),
        name: headNameField,
        /** Stays on the posts that have it; nobody can choose it. */
        isRetired: z.boolean(),
      }),
    )
    .check(
      z.maxLength(LIMITS.headsKept, TEXTS.headsKept),
      z.refine((heads) => heads.filter(({ isRetired }) => !isRetired).length <= LIMITS.heads, {
        error: TEXTS.headsMany,
      }),
      z.refine((heads) => new Set(heads.map(({ name }) => name)).size === heads.length, {
        error: TEXTS.headTwice,
      }),
    ),
});
export type HeadsOfBoard = z.output<typeof boardSettings>;

/** Those that can be chosen in their order, then those that are retired. */
export const headSettingsBody = z.object(
  Object.fromEntries(HEAD_BOARDS.map((board) => [board, boardSettings])) as Record<
    HeadBoard,
    typeof boardSettings
  >,
);
export type HeadSettings = z.output<typeof headSettingsBody>;

const storedSettings = z.object({
  isRequired: z.boolean(),
  heads: z.array(
    z.object({ id: z.nullable(z.number()), name: z.string(), isRetired: z.boolean() }),
  ),
});

/** As stored, retired ones included. */
export const storedHeadsSchema = z.object(
  Object.fromEntries(HEAD_BOARDS.map((board) => [board, storedSettings])) as Record<
    HeadBoard,
    typeof storedSettings
  >,
);
