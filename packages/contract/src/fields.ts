import * as z from 'zod/mini';
import { BOARD_TYPES, BOARDS, type BoardType, findBoard, POST_BOARD_TYPES } from './boards.ts';
import { LIMITS } from './limits.ts';
import { countGraphemes } from './text.ts';
import { TEXTS } from './texts.ts';

/** Code units that no grapheme limit of ours can need; longer input is refused before counting. */
const UNITS_PER_GRAPHEME = 24;

/**
 * Text in composed form (NFC), trimmed, with 1 to `max` graphemes. The client and the server count
 * the same.
 */
export function textField(max: number, required: string, tooLong: string) {
  return z.pipe(
    z.pipe(
      z.string({ error: required }).check(z.maxLength(max * UNITS_PER_GRAPHEME, tooLong)),
      z.transform((value: string) => value.normalize('NFC').trim()),
    ),
    z.string().check(
      z.minLength(1, required),
      z.refine((value) => countGraphemes(value) <= max, { error: tooLong }),
    ),
  );
}

/** The same for text that may be empty. */
export function optionalText(max: number, tooLong: string) {
  return z.pipe(
    z.pipe(
      z.string().check(z.maxLength(max * UNITS_PER_GRAPHEME, tooLong)),
      z.transform((value: string) => value.normalize('NFC').trim()),
    ),
    z.string().check(z.refine((value) => countGraphemes(value) <= max, { error: tooLong })),
  );
}

/** An id in a path or a query: a positive whole number below 2^53, printed without tricks. */
export const idParam = z.pipe(
  z.string().check(
    z.regex(/^[1-9]\d{0,15}$/, TEXTS.idInvalid),
    z.refine((value) => Number.isSafeInteger(Number(value)), { error: TEXTS.idInvalid }),
  ),
  z.transform((value: string) => Number(value)),
);

/** An id in a body. */
export const idField = z.int().check(z.minimum(1));

/** A whole number in a query, between `min` and `max` (both included). */
export function intText(min: number, max: number) {
  return z.pipe(
    z.string().check(z.regex(/^\d{1,9}$/, TEXTS.valueInvalid)),
    z.pipe(
      z.transform((value: string) => Number(value)),
      z.number().check(z.minimum(min, TEXTS.valueInvalid), z.maximum(max, TEXTS.valueInvalid)),
    ),
  );
}

/** The same, with a number for those who tell none. */
export function intQuery(min: number, max: number, fallback: number) {
  return z.prefault(intText(min, max), String(fallback));
}

/** Page of a list: zero-based. */
export const pageQuery = intQuery(0, LIMITS.pageMax, 0);

/** A board in either case; answers are upper case. */
export const boardTypeField = z.pipe(
  z
    .string()
    .check(
      z.refine((value) => findBoard(value) !== null, { error: '존재하지 않는 게시판입니다.' }),
    ),
  z.transform((value: string): BoardType => findBoard(value)?.type ?? BOARDS.FREE.type),
);

/** A board in an answer. */
export const boardTypeSchema = z.enum(BOARD_TYPES);

/** A board in an answer that may be about a lecture room too. */
export const postBoardSchema = z.enum(POST_BOARD_TYPES);

/** An instant in an answer: ISO 8601 with the Korean offset. */
export const dateSchema = z.string();

/** An answer that only confirms, with a sentence for the user. */
export const messageSchema = z.object({ message: z.string() });
