import katex, { type KatexOptions } from 'katex';
import 'katex/dist/katex.min.css';
import { boundedMacros } from './bounded-macros.ts';

const LENGTH_MAX = 2000;
/** Tokens that the macros of one formula produce. */
const EXPANDED_MAX = 5000;
/** Symbols and groups of one formula, and how deep they are nested. */
const PARTS_MAX = 1500;
const DEPTH_MAX = 100;
/** Elements of one formula. */
const ELEMENTS_MAX = 5000;
/** The tallest line of one formula in em: `maxSize` bounds single lengths, not their sum nor `\arraystretch`. */
const HEIGHT_MAX = 200;

/** KaTeX exports its parser and the boxes that it sets without a type. */
const { __parse: parse, __renderToDomTree: setBoxes } = katex as unknown as {
  __parse: (latex: string, options: KatexOptions) => unknown;
  __renderToDomTree: (
    latex: string,
    options: KatexOptions,
  ) => { height: number; depth: number; toNode: () => Node };
};

/**
 * Sets LaTeX into the element, in at most `room` elements, and returns their number. Returns 0 and leaves the
 * source as text when the formula needs more, or more than any formula may. Invalid input stays readable as text
 * with the reason. Commands that load or link are off, macros expand at most 200 times, lengths stay below 20 em
 * and lines below 200 em.
 */
export function renderFormula(
  element: HTMLElement,
  latex: string,
  isBlock: boolean,
  room = ELEMENTS_MAX,
): number {
  const set = setFormula(latex, isBlock);
  const elements = set?.querySelectorAll('*').length ?? 0;
  if (set === null || elements > Math.min(room, ELEMENTS_MAX)) {
    element.textContent = latex;
    return 0;
  }
  element.replaceChildren(...set.childNodes);
  return elements;
}

/** The formula apart from the document, which lays out nothing; null for one that is too large. */
function setFormula(latex: string, isBlock: boolean): HTMLElement | null {
  if (latex.length > LENGTH_MAX) return null;
  const options = () => ({
    displayMode: isBlock,
    throwOnError: false,
    errorColor: 'var(--color-buoy)',
    strict: 'ignore' as const,
    trust: false,
    maxExpand: 200,
    maxSize: 20,
    // Macros that a formula defines are stored in them.
    macros: boundedMacros(EXPANDED_MAX),
  });
  const set = document.createElement('span');
  try {
    if (isTooLarge(latex, options())) return null;
    const boxes = setBoxes(latex, options());
    if (boxes.height + boxes.depth > HEIGHT_MAX) return null;
    set.append(boxes.toNode());
  } catch {
    // Too many tokens, or an input that KaTeX does not expect.
    return null;
  }
  return set;
}

/** Parsing takes a small part of the time of setting. */
function isTooLarge(latex: string, options: KatexOptions): boolean {
  try {
    return hasTooMany(parse(latex, options));
  } catch (error) {
    // `render` shows the source with the reason.
    if (error instanceof katex.ParseError) return false;
    throw error;
  }
}

/** Walks a tree of KaTeX, in which parts are the objects with a type. */
function hasTooMany(tree: unknown): boolean {
  let level: unknown[] = [tree];
  let parts = 0;
  for (let depth = 0; level.length > 0; depth += 1) {
    const found = level.flatMap(partsIn);
    parts += found.length;
    if (parts > PARTS_MAX || depth > DEPTH_MAX) return true;
    level = found.flatMap((part) => Object.values({ ...part, loc: null }));
  }
  return false;
}

/** The parts that a value is or contains, without those inside other parts; `loc` leads to the parser. */
function partsIn(value: unknown): object[] {
  if (typeof value !== 'object' || value === null) return [];
  return 'type' in value ? [value] : Object.values({ ...value, loc: null }).flatMap(partsIn);
}
