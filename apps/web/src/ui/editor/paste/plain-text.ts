import { Fragment, type ResolvedPos, Slice } from '@tiptap/pm/model';

/** Signs that nobody sees, places of objects, and control characters. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
const INVISIBLE = /[\u200B\u2060\uFEFF\uFFFC\0-\x08\x0E-\x1F]/g;
/** Ends of lines of every system, of word processors and of slides. */
const LINE_END = /\r\n?|[\v\f\u2028\u2029]/g;

/** Text of the clipboard with ends of lines of one kind. */
export function plainLines(text: string): string {
  return text.replace(LINE_END, '\n').replace(INVISIBLE, '');
}

/** Each line is a paragraph, an empty one too; spaces and tabs stay. */
export function parseText(text: string, $context: ResolvedPos): Slice {
  const { schema } = $context.doc.type;
  const marks = $context.marks();
  const lines = plainLines(text).replace(/\n$/, '').split('\n');
  const paragraphs = lines.map((line) =>
    schema.node('paragraph', null, line === '' ? [] : [schema.text(line, marks)]),
  );
  return new Slice(Fragment.from(paragraphs), 1, 1);
}
