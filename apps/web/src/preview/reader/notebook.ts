import { CODE_LANGUAGES, type CodeLanguage } from '@naru/contract/formats';
import katex from 'katex';
import { htmlOfMarkdown } from '../../ui/editor/paste/markdown.ts';
import { boundedMacros } from '../../ui/formula/bounded-macros.ts';
import { type Output, type Part, type ReadFile, UnreadableError } from '../parts.ts';
import { colour } from './code.ts';
import { isHeavy } from './heavy.ts';
import { decodeText, decodeWhole } from './text.ts';

/** Cells of a notebook that are shown, outputs of a cell, and characters of each text. */
const CELLS = 1_000;
const OUTPUTS = 30;
const TEXT = 50_000;
/** Characters of a part of a text in Markdown, which has whole paragraphs unless one is longer than the most. */
const PROSE = 8_000;
const PROSE_MAX = 40_000;
/** Characters of the pictures of a cell that are pasted into its text. */
const PASTED = 10_000_000;
const FORMULA = 2_000;
const EXPANDED = 5_000;
/** CSS pixels that a cell is taken to have before it is shown. */
const HEIGHT = 120;
/** Colours and cursor movements of terminals. */
const ESCAPES = new RegExp(`${String.fromCharCode(27)}\\[[0-9;?]*[A-Za-z]`, 'g');
const PICTURES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];
const FORMULAS = /<span data-formula="(inline|block)">([^<]*)<\/span>/g;
const ENTITIES = /&(?:#(\d+)|amp|lt|gt|quot);/g;
const SIGNS: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' };

type Json = Record<string, unknown>;

/** A notebook of Jupyter: code with its outputs, and texts with formulas. */
export function readNotebook(bytes: ArrayBuffer): ReadFile {
  const notebook = parse(decodeWhole(bytes));
  const all = listOf(notebook.cells ?? objectOf(listOf(notebook.worksheets)[0]).cells);
  const cells = all.slice(0, CELLS).map(objectOf);
  const language = languageOf(objectOf(notebook.metadata));
  return {
    parts: cells.map(() => ({ height: HEIGHT })),
    ...(all.length > CELLS && { note: `처음 셀 ${CELLS}개만 보여 드립니다.` }),
    partAt: (at) => partOf(cells[at] ?? {}, language),
  };
}

export function readMarkdown(bytes: ArrayBuffer): ReadFile {
  const { text, isCut } = decodeText(bytes);
  const blocks = blocksOf(text);
  return {
    parts: blocks.slice(0, CELLS).map(() => ({ height: HEIGHT * 4 })),
    ...((isCut || blocks.length > CELLS) && { note: '문서의 앞부분만 보여 드립니다.' }),
    partAt: (at) => ({ type: 'prose', html: proseOf(blocks[at] ?? '') }),
  };
}

/** Code between fences stays in one part, or goes on in the next. */
function blocksOf(text: string): string[] {
  const blocks: string[] = [];
  let isCode = false;
  for (const block of text.split(/\n{2,}/).flatMap(slicesOf)) {
    const most = isCode ? PROSE_MAX : PROSE;
    const joined = `${blocks.at(-1) ?? ''}\n\n${block}`;
    if (blocks.length > 0 && joined.length < most) blocks[blocks.length - 1] = joined;
    else blocks.push(isCode ? `\`\`\`\n${block}` : block);
    isCode = isCode !== turnsCode(block);
  }
  return blocks;
}

function turnsCode(block: string): boolean {
  return [...block.matchAll(/^(?:```|~~~)/gm)].length % 2 === 1;
}

function slicesOf(block: string): string[] {
  const count = Math.ceil(block.length / PROSE_MAX);
  return Array.from({ length: count }, (_, at) =>
    block.slice(at * PROSE_MAX, (at + 1) * PROSE_MAX),
  );
}

function parse(text: string): Json {
  try {
    return objectOf(JSON.parse(text));
  } catch {
    throw new UnreadableError('damaged');
  }
}

function partOf(cell: Json, language: CodeLanguage): Part {
  const source = textOf(cell.source ?? cell.input);
  if (cell.cell_type === 'markdown') {
    return { type: 'prose', html: withAttachments(proseOf(source), objectOf(cell.attachments)) };
  }
  if (cell.cell_type === 'heading') return { type: 'prose', html: proseOf(`## ${source}`) };
  const isCode = cell.cell_type === 'code';
  const count = cell.execution_count ?? cell.prompt_number;
  return {
    type: 'cell',
    count: isCode ? (typeof count === 'number' ? String(count) : ' ') : '',
    code: isCode ? colour(source, language) : [source],
    outputs: listOf(cell.outputs)
      .slice(0, OUTPUTS)
      .flatMap((one) => outputOf(objectOf(one))),
  };
}

function outputOf(output: Json): Output[] {
  if (output.output_type === 'stream') {
    return plain(output.text, output.name === 'stderr');
  }
  if (output.output_type === 'error' || output.output_type === 'pyerr') {
    const trace = listOf(output.traceback).map(String).join('\n');
    return plain(trace || `${output.ename}: ${output.evalue}`, true);
  }
  // Notebooks of old versions have the data beside the type.
  return shownOf({ ...output, ...objectOf(output.data) });
}

/** What shows most of the forms that an output has. */
function shownOf(data: Json): Output[] {
  const src = pictureOf(data);
  if (src !== null) return [{ type: 'picture', src }];
  const text = textOf(data['text/plain'] ?? data.text);
  const html = data['text/html'];
  if (html !== undefined) return [{ type: 'tables', html: textOf(html, TEXT * 10), text }];
  const prose = data['text/markdown'] ?? data['text/latex'];
  return prose === undefined
    ? plain(text, false)
    : [{ type: 'prose', html: proseOf(textOf(prose)) }];
}

function pictureOf(data: Json): string | null {
  const type = PICTURES.find((one) => data[one] !== undefined || data[one.slice(6)] !== undefined);
  if (type !== undefined) {
    const base64 = textOf(data[type] ?? data[type.slice(6)], Infinity).replaceAll(/\s/g, '');
    return `data:${type};base64,${base64}`;
  }
  const drawing = data['image/svg+xml'];
  if (drawing === undefined) return null;
  const svg = textOf(drawing, Infinity);
  return isHeavy([svg]) ? null : `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
}

function plain(value: unknown, isError: boolean): Output[] {
  const text = textOf(value).replaceAll(ESCAPES, '');
  return text === '' ? [] : [{ type: 'text', text, isError }];
}

/** Not sanitised; formulas are MathML. */
function proseOf(markdown: string): string {
  return htmlOfMarkdown(markdown).replaceAll(FORMULAS, (_, kind: string, source: string) =>
    formulaOf(source.replaceAll(ENTITIES, characterOf), kind === 'block'),
  );
}

const characterOf = (entity: string, code?: string) =>
  code === undefined ? (SIGNS[entity] ?? entity) : String.fromCodePoint(Number(code));

function formulaOf(latex: string, displayMode: boolean): string {
  const plainText = () =>
    `<code>${latex.replaceAll(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)}</code>`;
  if (latex.length > FORMULA) return plainText();
  try {
    return katex.renderToString(latex, {
      displayMode,
      output: 'mathml',
      throwOnError: true,
      strict: 'ignore',
      trust: false,
      maxExpand: 200,
      maxSize: 20,
      macros: boundedMacros(EXPANDED),
    });
  } catch {
    return plainText();
  }
}

/** Pictures that are pasted into a cell lie beside its text. */
function withAttachments(html: string, attachments: Json): string {
  let left = PASTED;
  return html.replaceAll(/(?<=src=")attachment:([^"]+)/g, (whole, name: string) => {
    const forms = Object.hasOwn(attachments, name) ? objectOf(attachments[name]) : {};
    const type = PICTURES.find((one) => typeof forms[one] === 'string');
    const base64 = type === undefined ? '' : String(forms[type]).replaceAll(/\s/g, '');
    left -= base64.length;
    if (base64 === '' || left < 0 || !/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) return whole;
    return `data:${type};base64,${base64}`;
  });
}

function languageOf(metadata: Json): CodeLanguage {
  const name = objectOf(metadata.language_info).name ?? objectOf(metadata.kernelspec).language;
  const known = String(name ?? 'python').toLowerCase();
  return Object.hasOwn(CODE_LANGUAGES, known) ? (known as CodeLanguage) : 'python';
}

function objectOf(value: unknown): Json {
  return typeof value === 'object' && value !== null ? (value as Json) : {};
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/** A text of a notebook is one, or a list of its lines. */
function textOf(value: unknown, most = TEXT): string {
  const text = Array.isArray(value) ? value.join('') : typeof value === 'string' ? value : '';
  return text.length > most ? `${text.slice(0, most)}\n…` : text;
}
