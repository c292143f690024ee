import katex from 'katex';
import 'katex/dist/katex.min.css';

const LENGTH_MAX = 2000;

/**
 * Sets LaTeX into the element. Invalid input stays readable as text with the reason. Commands that
 * load or link are off, macros expand at most 200 times and sizes stay below 20 em.
 */
export function renderFormula(element: HTMLElement, latex: string, isBlock: boolean): void {
  if (latex.length > LENGTH_MAX) {
    element.textContent = latex;
    return;
  }
  katex.render(latex, element, {
    displayMode: isBlock,
    throwOnError: false,
    errorColor: 'var(--color-buoy)',
    strict: 'ignore',
    trust: false,
    maxExpand: 200,
    maxSize: 20,
  });
}
