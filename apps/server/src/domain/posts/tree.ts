import { hasNoSize, isHidden } from '@naru/contract/hidden';
import { LIMITS } from '@naru/contract/limits';
import type { Attributed } from '@naru/contract/table-cells';
import { TEXTS } from '@naru/contract/texts';
import { Parser } from 'htmlparser2';
import { fieldError } from '../../platform/errors.ts';
import { type Element, isBlock, openingTag } from './blocks.ts';
import { escapeText } from './html-text.ts';
import { createCellCounter, createShownTables } from './tables.ts';

export type Attributes = Record<string, string>;

/** What an element becomes, with `text` before its content. */
export interface Clean {
  tag: string;
  attributes?: Attributes;
  text?: string;
}

/** Returns null where only the content of an element stays. */
export type Rule = (attributes: Attributes) => Clean | null;

export interface Reading {
  /** By tag; elements without a rule leave only their content. */
  rules: ReadonlyMap<string, Rule>;
  /** Called with 1 where a tag opens, before its rule, and with -1 where it closes. */
  onTag?: (tag: string, step: 1 | -1) => void;
}

/** A tag around the current place. */
interface Frame {
  element: Element | null;
  /** Its text is not shown. */
  isSizeless: boolean;
}

class Source implements Attributed {
  readonly attributes: Attributes;

  constructor(attributes: Attributes) {
    this.attributes = attributes;
  }

  getAttribute(name: string): string | null {
    return this.attributes[name] ?? null;
  }
}

const NONE: Attributes = {};
const UNREAD: Frame = { element: null, isSizeless: true };
/** Their content is no text of the page. */
const NO_TEXT = new Set([
  ...['script', 'style', 'textarea', 'option', 'xmp', 'template'],
  ...['iframe', 'noembed', 'noframes'],
]);

/**
 * Reads HTML as the tree of elements that the rules make of it, without what the page does not show. Throws
 * VALIDATION_FAILED when tags are nested deeper than 100 or tables have more than 5,000 cells. A library that
 * sanitises to text, which is then read again for its blocks, takes up to twice as long (64 KB with formatting: 69
 * instead of 37 ms).
 */
export function readTree(html: string, { rules, onTag }: Reading): Element {
  const root: Element = { tag: '', open: '', children: [], hasBlock: false };
  const frames: Frame[] = [];
  /** Elements around the current place. */
  const parents = [root];
  /** The number of tags from which on nothing is read. */
  let unread = Number.POSITIVE_INFINITY;
  const cells = createCellCounter();
  const tables = createShownTables();

  const parent = () => parents.at(-1) ?? root;

  /** Where such content belongs. The end tag of a colgroup, which has columns alone, may be left out. */
  const placeOf = (tag: string) =>
    parents.findLast((one) => tag === 'col' || one.tag !== 'colgroup') ?? root;

  function addText(text: string): void {
    const { children } = placeOf('');
    const before = children.at(-1);
    const escaped = escapeText(text);
    if (typeof before === 'string') children[children.length - 1] = before + escaped;
    else children.push(escaped);
  }

  function addElement({ tag, attributes = NONE, text }: Clean): Element {
    const element = { tag, open: openingTag(tag, attributes), children: [], hasBlock: false };
    placeOf(tag).children.push(element);
    parents.push(element);
    if (text !== undefined) addText(text);
    return element;
  }

  function read(tag: string, attributes: Attributes): Frame {
    const source = new Source(attributes);
    const isSizeless = hasNoSize(source) ?? frames.at(-1)?.isSizeless ?? false;
    return { element: readElement(tag, source), isSizeless };
  }

  function readElement(tag: string, source: Source): Element | null {
    const around = placeOf(tag);
    const part = tables.partOf(tag, parents);
    const isOut = isHidden(source);
    if (NO_TEXT.has(tag) || (isOut && part === null)) return skip();
    const clean = rules.get(tag)?.(source.attributes) ?? null;
    if (clean === null) return null;
    const element = addElement(clean);
    // A merged cell of a hidden row may reach into rows that are shown.
    if (isOut && part === 'cell') skip();
    tables.open(tag, part, { source, element, around, attributes: clean.attributes ?? NONE });
    return element;
  }

  /** Reads nothing until the tag that opens is closed. */
  function skip(): null {
    unread = frames.length + 1;
    return null;
  }

  function close({ element }: Frame): void {
    if (frames.length < unread) unread = Number.POSITIVE_INFINITY;
    if (element === null) return;
    if (element.tag === 'table') tables.close();
    parents.pop();
    parent().hasBlock ||= element.hasBlock || isBlock(element.tag);
  }

  const parser = new Parser({
    onopentag(tag, attributes) {
      onTag?.(tag, 1);
      cells.open(tag, attributes);
      // Parsing takes time quadratic in the depth.
      if (frames.length >= LIMITS.contentMaxDepth)
        throw fieldError('content', TEXTS.contentTooDeep);
      frames.push(frames.length < unread ? read(tag, attributes) : UNREAD);
    },
    ontext(text) {
      if (frames.length < unread && frames.at(-1)?.isSizeless !== true) addText(text);
    },
    onclosetag(tag) {
      onTag?.(tag, -1);
      cells.close(tag);
      const frame = frames.pop();
      if (frame !== undefined) close(frame);
    },
  });
  parser.end(html);
  return root;
}
