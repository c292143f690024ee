import * as z from 'zod/mini';
import { fewMarks, lineField } from './fields.ts';
import { LIMITS } from './limits.ts';
import { fileFields } from './own-files.ts';
import { TEXTS } from './texts.ts';

/** Enough for 100 family emoji; keeps a page of 50 titles below 256 KB. */
export const TITLE_UNITS = 1_200;

/** Title: plain text, 1 to 100 graphemes on one line. */
export const titleField = (required: string, tooLong: string = TEXTS.titleLength) =>
  z.pipe(
    lineField(LIMITS.titleMax, required, tooLong),
    z.string().check(z.maxLength(TITLE_UNITS, tooLong)),
  );

/** HTML of at most 64 KB; sanitised by the server. */
export const contentField = (required: string) =>
  z
    .string({ error: required })
    .check(
      z.minLength(1, required),
      z.refine((value) => utf8Length(value) <= LIMITS.contentMaxBytes, {
        error: TEXTS.contentTooLong,
        abort: true,
      }),
      fewMarks,
    )
    .register(fileFields, { holds: 'html' });

/** Title and text of a form with the editor; `required` is the message for an empty text. */
export const writingForm = (required: string) =>
  z.object({ title: titleField(required), content: contentField(required) });

const imageUrlField = z
  .string()
  .check(z.maxLength(500, TEXTS.imageForeign))
  .register(fileFields, { holds: 'address' });

/**
 * The first image URL, a list of all, or null; nothing becomes an empty list. A change without it leaves the stored
 * pictures that are not in the text, and one with a single URL those after the first; null and an empty list
 * remove them.
 */
export const imageUrlsField = z.pipe(
  z.nullish(
    z.union([
      imageUrlField,
      z.array(imageUrlField).check(z.maxLength(LIMITS.imagesPerPost, TEXTS.imageTooMany)),
    ]),
  ),
  z.transform((value: string | string[] | null | undefined): string | string[] | undefined =>
    value === null || value === '' ? [] : value,
  ),
);

/** Further pictures after those of `imageUrls`. */
export const picturesField = z.optional(
  z.array(imageUrlField).check(z.maxLength(LIMITS.imagesPerPost, TEXTS.imageTooMany)),
);

/** Length in UTF-8 bytes, without encoding the text. */
export function utf8Length(text: string): number {
  let bytes = 0;
  for (const char of text) {
    const code = char.codePointAt(0) ?? 0;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
  return bytes;
}
