import type { FormulaKind } from '@naru/contract/formats';
import { latexOf } from './mathml.ts';

/** Boxes of one formula, the outer ones first. */
const BOXES = 'span[data-formula],.katex-display,.katex,.mwe-math-element,math';
const ANNOTATION = 'annotation[encoding="application/x-tex" i],annotation[encoding*="tex" i]';
const PICTURE = 'img[alt][class*="math" i],img[alt][class*="latex" i],img[alt][class*="tex" i]';

/** Formulas of pages by their annotation or their MathML, and pictures of formulas by their description. */
export function convertFormulas(body: HTMLElement): void {
  for (const box of body.querySelectorAll<HTMLElement>(BOXES)) {
    // Inside one that has been converted.
    if (!body.contains(box)) continue;
    const latex = sourceOf(box);
    if (latex === '') continue;
    box.replaceWith(createFormula(latex, kindOf(box)));
  }
  for (const picture of body.querySelectorAll<HTMLImageElement>(PICTURE)) {
    const latex = plain(picture.getAttribute('alt') ?? '');
    if (/[\\^_=]/.test(latex)) picture.replaceWith(createFormula(latex, 'inline'));
  }
}

/** Empty for a box without a source, which stays as it is. */
function sourceOf(box: HTMLElement): string {
  const annotation = box.querySelector(ANNOTATION)?.textContent;
  if (annotation) return plain(annotation);
  const math = box.tagName.toLowerCase() === 'math' ? box : box.querySelector('math');
  return math === null ? '' : plain(latexOf(math));
}

function kindOf(box: HTMLElement): FormulaKind {
  const own = box.getAttribute('data-formula');
  if (own !== null) return own === 'block' ? 'block' : 'inline';
  const isBlock =
    box.matches('.katex-display,[display="block"]') ||
    box.querySelector('math[display="block"]') !== null ||
    box.querySelector('[class*="fallback-image-display"]') !== null;
  return isBlock ? 'block' : 'inline';
}

/** Without the marks around it. */
function plain(latex: string): string {
  const [, bare = latex] =
    /^\s*(?:\{\\(?:display|text)style\s+([\s\S]*)\}|\$\$([\s\S]*)\$\$|\$([^$]*)\$)\s*$/
      .exec(latex)
      ?.filter((part) => part !== undefined) ?? [];
  return bare.trim();
}

export function createFormula(latex: string, kind: FormulaKind): HTMLElement {
  const formula = document.createElement('span');
  formula.dataset.formula = kind;
  formula.textContent = latex;
  return formula;
}
