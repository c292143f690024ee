import type { CodeLanguage } from '@naru/contract/formats';
import { type CodePart, partsOf } from '../../ui/code/parts.ts';
import type { ReadFile } from '../parts.ts';
import { decodeText } from './text.ts';

/** Lines of a file that are shown, and of each part. */
const LINES = 50_000;
const LINES_OF_PART = 200;
/** Characters of one line. */
const LINE = 2_000;
/** CSS pixels of a line, as in `frame.css`. */
const LINE_HEIGHT = 20;

const LANGUAGES: Record<string, CodeLanguage> = {
  ...{ py: 'python', json: 'json', jsonl: 'json', sql: 'sql', r: 'r', rmd: 'r', css: 'css' },
  ...{
    java: 'java',
    kt: 'java',
    scala: 'java',
    c: 'c',
    h: 'c',
    cc: 'cpp',
    cpp: 'cpp',
    hpp: 'cpp',
    cu: 'cpp',
  },
  ...{ js: 'javascript', jsx: 'javascript', ts: 'typescript', tsx: 'typescript', m: 'matlab' },
  ...{ html: 'xml', htm: 'xml', xml: 'xml', svg: 'xml', vue: 'xml', yaml: 'yaml', yml: 'yaml' },
};

/** Lines of a text, coloured when the language is known. */
export function readCode(bytes: ArrayBuffer, ending: string): ReadFile {
  const { text, isCut } = decodeText(bytes);
  const all = text.replace(/\n$/, '').split('\n');
  const lines = all
    .slice(0, LINES)
    .map((line) => (line.length > LINE ? `${line.slice(0, LINE)}…` : line));
  const count = Math.ceil(lines.length / LINES_OF_PART);
  const linesOf = (at: number) => lines.slice(at * LINES_OF_PART, (at + 1) * LINES_OF_PART);
  return {
    parts: Array.from({ length: count }, (_, at) => ({ height: linesOf(at).length * LINE_HEIGHT })),
    ...((isCut || all.length > LINES) && {
      note: `처음 ${lines.length.toLocaleString('ko')}줄만 보여 드립니다. 전체는 내려받아 확인해 주세요.`,
    }),
    partAt: (at) => ({
      type: 'code',
      first: at * LINES_OF_PART + 1,
      parts: colour(linesOf(at).join('\n'), LANGUAGES[ending]),
    }),
  };
}

/** Plain when the language is unknown, or the code needs too many colours. */
export function colour(code: string, language: CodeLanguage | undefined): readonly CodePart[] {
  return (language && partsOf({ language, code })?.parts) ?? [code];
}
