import { LIMITS } from '@naru/contract/limits';
import { escapeText } from './html-text.ts';
import { isWhite, Line } from './line.ts';

export interface Element {
  tag: string;
  /** Its opening tag. */
  open: string;
  children: Node[];
  /** A block stands in it, or in inline elements in it. */
  hasBlock: boolean;
}

/** Text as HTML. */
export type Node = Element | string;

/** What surrounds each line of a flow; empty for lines without a paragraph. */
interface Wrap {
  open: string;
  close: string;
  /** Written without a line too, for an empty paragraph. */
  staysEmpty?: boolean;
}

/** An element whose lines become paragraphs, and which does not stay itself. */
export const LINES = 'div';

const VOID = new Set(['br', 'hr', 'img', 'col']);
const TEXTBLOCKS = new Set(['p', 'h2', 'h3']);
const LISTS = new Set(['ul', 'ol']);
const FLOWS = new Set(['li', 'td', 'th', 'blockquote']);
const TABLE_PARTS = new Set(['table', 'tbody', 'tr', 'colgroup']);
const BLOCKS = new Set([
  ...[...TEXTBLOCKS, ...LISTS, ...FLOWS, ...TABLE_PARTS],
  ...['pre', 'hr', 'img', 'col', LINES],
]);
const FORMULA = /^<span data-formula=/;
/** In code, the end of a line. */
const CODE_LINES = new Set(['br', 'p', 'h2', 'h3', 'li', 'tr', LINES]);
/** Bytes of tags that may be repeated in further lines. */
const REPEATED_MAX = LIMITS.contentMaxBytes;

const BARE: Wrap = { open: '', close: '' };
const PARAGRAPH: Wrap = { open: '<p>', close: '</p>' };

interface Writer {
  out: string[];
  /** Inline elements around the current place. */
  path: Element[];
  /** Bytes of tags that were opened again. */
  repeated: number;
}

/** The content of one element: lines and blocks. */
interface Flow {
  writer: Writer;
  wrap: Wrap;
  line: Line | null;
}

/** An opening tag, or the whole one of an element without content. */
export function openingTag(tag: string, attributes: Readonly<Record<string, string>>): string {
  let open = `<${tag}`;
  for (const [name, value] of Object.entries(attributes)) {
    open += ` ${name}="${escapeText(value).replaceAll('"', '&quot;')}"`;
  }
  return VOID.has(tag) ? `${open} />` : `${open}>`;
}

export const isBlock = (tag: string): boolean => BLOCKS.has(tag);

/**
 * Writes what was read of a page in the structure of the editor: lines beside blocks become
 * paragraphs, pictures stand between blocks, a list directly in a list belongs to the item before, and
 * formatting around a block is repeated in it. White space between blocks is dropped.
 */
export function arrangeBlocks({ children }: Element): string {
  const writer: Writer = { out: [], path: [], repeated: 0 };
  writeFlow(writer, children, BARE);
  return writer.out.join('');
}

function writeFlow(writer: Writer, nodes: readonly Node[], given: Wrap): void {
  const wrap = given === BARE && nodes.some(isOrHasBlock) ? PARAGRAPH : given;
  const flow: Flow = { writer, wrap, line: null };
  for (const node of nodes) write(flow, node);
  endLine(flow);
}

function lineOf(flow: Flow): Line {
  if (flow.line !== null) return flow.line;
  const { writer } = flow;
  const line = new Line();
  for (const { open, tag } of writer.path) {
    writer.repeated += open.length;
    if (writer.repeated <= REPEATED_MAX) line.open(open, tag);
  }
  flow.line = line;
  return line;
}

function endLine(flow: Flow): void {
  const { writer, wrap, line } = flow;
  if (line?.hasContent || wrap.staysEmpty) {
    writer.out.push(wrap.open, line?.end() ?? '', wrap.close);
  }
  flow.line = null;
}

function write(flow: Flow, node: Node): void {
  if (typeof node === 'string') lineOf(flow).addText(node);
  else if (node.tag === 'br') lineOf(flow).addBreak(node.open);
  else if (isAtom(node, flow.writer.path)) lineOf(flow).add(sourceOf(node));
  else if (BLOCKS.has(node.tag)) {
    endLine(flow);
    writeBlock(flow.writer, node);
  } else writeInline(flow, node);
}

function writeInline(flow: Flow, element: Element): void {
  const { path } = flow.writer;
  // A line that starts later opens it with the rest of the path.
  flow.line?.open(element.open, element.tag);
  path.push(element);
  for (const child of element.children) write(flow, child);
  path.pop();
  flow.line?.close();
}

function writeBlock(writer: Writer, node: Element): void {
  const { tag, open, children } = node;
  const close = `</${tag}>`;
  if (VOID.has(tag)) writer.out.push(open);
  else if (tag === LINES) {
    writeFlow(writer, children, { open: open.replace(LINES, 'p'), close: '</p>' });
  } else if (TEXTBLOCKS.has(tag)) {
    writeFlow(writer, children, { open, close, staysEmpty: !node.hasBlock });
  } else if (tag === 'pre') writer.out.push(open, codeOf(children), close);
  else if (tag !== 'colgroup' || children.some(hasWidth)) {
    writer.out.push(open);
    writeContent(writer, node);
    writer.out.push(close);
  }
}

function writeContent(writer: Writer, { tag, children }: Element): void {
  // White space between the parts of a list or table is formatting of the source.
  const parts = children.filter((child) => !isBlank(child));
  if (FLOWS.has(tag)) writeFlow(writer, children, BARE);
  else if (LISTS.has(tag)) writeItems(writer, parts);
  else for (const part of parts) writeFlow(writer, [part], BARE);
}

function writeItems(writer: Writer, parts: readonly Node[]): void {
  parts.forEach((part, index) => {
    const isItem = typeof part !== 'string' && part.tag === 'li';
    if (isItem && index > 0) writer.out.push('</li>');
    if (isItem || index === 0) writer.out.push('<li>');
    writeFlow(writer, isItem ? part.children : [part], BARE);
  });
  if (parts.length > 0) writer.out.push('</li>');
}

const hasWidth = (node: Node) => typeof node !== 'string' && node.open.includes(' width=');

const isBlank = (node: Node) => typeof node === 'string' && isWhite(node);

const isOrHasBlock = (node: Node) =>
  typeof node !== 'string' && (BLOCKS.has(node.tag) || node.hasBlock);

/** A formula, and a picture in a link, is like a letter of its line. */
function isAtom({ tag, open }: Element, path: readonly Element[]): boolean {
  return FORMULA.test(open) || (tag === 'img' && path.some((one) => one.tag === 'a'));
}

function sourceOf(node: Node): string {
  if (typeof node === 'string') return node;
  if (VOID.has(node.tag)) return node.open;
  return `${node.open}${node.children.map(sourceOf).join('')}</${node.tag}>`;
}

/** Code keeps its white space; blocks in it, of which some pages make it, become its lines. */
function codeOf(nodes: readonly Node[]): string {
  let code = '';
  for (const node of nodes) {
    if (typeof node === 'string') code += node.replace(/\r\n?/g, '\n');
    else if (node.tag === 'br') code += '\n';
    else if (!BLOCKS.has(node.tag)) code += `${node.open}${codeOf(node.children)}</${node.tag}>`;
    else {
      const line = codeOf(node.children);
      const isLine = CODE_LINES.has(node.tag) && !line.endsWith('\n');
      code += isLine ? `${line}\n` : line;
    }
  }
  return code;
}
