import * as z from 'zod/mini';
import { BOARD_TYPES, BOARDS, type BoardType, findBoard, POST_BOARD_TYPES } from './boards.ts';
import { searchWords } from './folding.ts';
import { LIMITS } from './limits.ts';
import { hasAtMostGraphemes, hasMarkRun, isInvisible, UNITS_PER_GRAPHEME } from './text.ts';
import { TEXTS } from './texts.ts';
import { isWebAddress } from './web-address.ts';

const bounded = (max: number, error?: string) => z.maxLength(max, { error, abort: true });

/** Must come before every `z.normalize`. */
export const fewMarks = z.refine<string>((text) => !hasMarkRun(text), {
  error: TEXTS.marksTooMany,
  abort: true,
});

/**
 * Text in NFC, trimmed, with 1 to `max` graphemes, of which one must be visible. Client and server
 * count the same way.
 */
export function textField(max: number, required: string, tooLong: string) {
  return z
    .string({ error: required })
    .check(...inNfc(max, tooLong), z.minLength(1, required), atMost(max, tooLong));
}

/** The same for text that may be empty; without a visible character it becomes empty. */
export function optionalText(max: number, tooLong: string) {
  return z.string().check(...inNfc(max, tooLong), atMost(max, tooLong));
}

/** Overrides, embeddings and isolates: in a sentence that quotes a title, they would turn what follows it. */
const DIRECTIONS = /[\u202a-\u202e\u2066-\u2069]/g;

/** A text without lines, such as a title or a name: line breaks and runs of white space become one space. */
const onOneLine = z.overwrite<string>((text) =>
  text.replace(DIRECTIONS, '').replace(/\s+/gu, ' ').trim(),
);

export function lineField(max: number, required: string, tooLong: string) {
  return textField(max, required, tooLong).check(onOneLine);
}

export function optionalLine(max: number, tooLong: string) {
  return optionalText(max, tooLong).check(onOneLine);
}

function inNfc(max: number, tooLong: string) {
  return [bounded(max * UNITS_PER_GRAPHEME, tooLong), ...composed()] as const;
}

function composed() {
  return [
    fewMarks,
    z.normalize('NFC'),
    z.trim(),
    z.overwrite<string>((text) => (isInvisible(text) ? '' : text)),
  ] as const;
}

function atMost(max: number, tooLong: string) {
  return z.refine<string>((value) => hasAtMostGraphemes(value, max), { error: tooLong });
}

/** Text in NFC, trimmed, empty without a visible character; at most `max` code units before that. */
export function trimmedText(max: number, tooLong?: string) {
  return z.string().check(bounded(max, tooLong), ...composed());
}

/**
 * A trimmed value that must not be empty, such as an address, of at most `max` code units before
 * that; its format is checked after.
 */
export function requiredValue(required: string, max: number, tooLong: string) {
  return z
    .string({ error: required })
    .check(bounded(max, tooLong), z.trim(), z.minLength(1, { error: required, abort: true }));
}

/** Words of a search, as they are compared with texts. */
export function wordsField(tooLong?: string) {
  return trimmedText(LIMITS.queryMax, tooLong).check(z.overwrite<string>(searchWords));
}

/** Search words of a list; empty means none. */
export const searchField = z.optional(wordsField(TEXTS.queryLength));

/** An id in a path or query: a positive integer below 2^53 in canonical decimal form. */
export const idParam = z.pipe(
  z.string().check(
    z.regex(/^[1-9]\d{0,15}$/, TEXTS.idInvalid),
    z.refine((value) => Number.isSafeInteger(Number(value)), { error: TEXTS.idInvalid }),
  ),
  z.transform((value: string) => Number(value)),
);

/** Up to `max` ids in a query, separated by commas. */
export function idsText(max: number) {
  return z.pipe(
    z.string().check(
      z.regex(/^[1-9]\d{0,15}(,[1-9]\d{0,15})*$/, TEXTS.idInvalid),
      z.refine((text) => text.split(',').length <= max, { error: TEXTS.idInvalid }),
    ),
    z.transform((text: string) => text.split(',').map(Number)),
  );
}

/** Path parameters of a call about one thing. */
export const idParams = z.object({ id: idParam });

export const idField = z.int().check(z.minimum(1));

/**
 * Chosen at random by the client for one text: sent again with the same id, it is stored once. Absent:
 * nothing is compared.
 */
export const clientIdField = z.nullish(z.string().check(z.regex(/^[\w-]{8,64}$/)));

/** An integer in a query, between `min` and `max` (both inclusive). */
export function intText(min: number, max: number) {
  return z.pipe(
    z.string().check(z.regex(/^\d{1,9}$/, TEXTS.valueInvalid)),
    z.pipe(
      z.transform((value: string) => Number(value)),
      z.number().check(z.minimum(min, TEXTS.valueInvalid), z.maximum(max, TEXTS.valueInvalid)),
    ),
  );
}

/** The same with a default. */
export function intQuery(min: number, max: number, fallback: number) {
  return z.prefault(intText(min, max), String(fallback));
}

/** Zero-based page of a list. */
export const pageQuery = intQuery(0, LIMITS.pageMax, 0);

/** Query fields of a list in pages of `size` items by default. */
export function pagingQuery(size: number, max: number = LIMITS.postPageSizeMax) {
  return { page: pageQuery, size: intQuery(1, max, size) };
}

/** Query of the own posts and comments, which name the size differently. */
export const minePageQuery = z.object({
  page: pageQuery,
  pageSize: intQuery(1, LIMITS.postPageSizeMax, LIMITS.mineSize),
});

/** Response fields of a page; some lists call the total `totalElements`. */
export const countedPage = {
  currentPage: z.number(),
  totalPages: z.number(),
  totalCount: z.number(),
};
/** Of a search that ended before it had looked everywhere: there may be more than it found. */
export const partialFields = { isPartial: z.optional(z.literal(true)) };
export const pageTotals = {
  currentPage: z.number(),
  totalPages: z.number(),
  totalElements: z.number(),
};

/** A board in either case; the output is upper case. */
export const boardTypeField = z.pipe(
  z.string().check(z.refine((value) => findBoard(value) !== null, { error: TEXTS.boardUnknown })),
  z.transform((value: string): BoardType => findBoard(value)?.type ?? BOARDS.FREE.type),
);

export const boardTypeSchema = z.enum(BOARD_TYPES);

/** A board in a response that may be about a lecture room too. */
export const postBoardSchema = z.enum(POST_BOARD_TYPES);

/** An instant in a response: ISO 8601 with the Korean offset. */
export const dateSchema = z.string();

/** A Korean calendar day of this millennium: YYYY-MM-DD. */
export const dayField = z.iso
  .date({ error: TEXTS.valueInvalid })
  .check(z.regex(/^2/, { error: TEXTS.valueInvalid }));

/** An instant in a request: ISO 8601 with an offset, in this millennium. */
export const instantField = z.iso
  .datetime({ offset: true, error: TEXTS.valueInvalid })
  .check(z.regex(/^2/, { error: TEXTS.valueInvalid }));

/** Changes with the content that a member edits; a save names the version that it started from. */
export const versionSchema = z.string();
/** Absent: the save is not checked against other editors. */
export const versionField = z.optional(z.string().check(z.maxLength(64)));

/** An error in a line of a CSV file; lines count from 1, including the heading. */
export const csvLineErrorSchema = z.object({ line: z.number(), message: z.string() });
export type CsvLineError = z.output<typeof csvLineErrorSchema>;

/** Staff must give the reason when they remove what another member wrote. */
export const removalQuery = z.object({
  reason: z.optional(optionalText(LIMITS.reasonMax, TEXTS.reasonLength)),
});

/** A response that only confirms, with a sentence for the user. */
export const messageSchema = z.object({ message: z.string() });

/** True for such an address of at most 500 code units. */
export function isWebLink(address: string): boolean {
  return address.length <= LIMITS.linkMax && isWebAddress(address);
}

/** An external URL, trimmed: http or https only. */
export function webLinkField(required: string) {
  return requiredValue(required, LIMITS.linkMax, TEXTS.linkFormat).check(
    z.refine(isWebLink, { error: TEXTS.linkFormat }),
  );
}

/** Why a member of the staff did something. */
export const reasonField = textField(LIMITS.reasonMax, TEXTS.reasonRequired, TEXTS.reasonLength);
export const reasonBody = z.object({ reason: reasonField });
