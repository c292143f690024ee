import { CODE_LANGUAGES, readLanguage } from '@naru/contract/formats';
import { toast } from '../../ui/toast.ts';

/** Milliseconds of work before the page gets a turn. */
const TURN = 12;

/**
 * Adds to the sanitised HTML of a post what is no part of the stored text: scroll boxes, copy buttons,
 * highlighting and formulas. Loads the renderers only when the post needs them. Returns a function that
 * stops pending work.
 */
export function enhancePost(body: HTMLElement): () => void {
  const stopped = new AbortController();
  for (const table of body.querySelectorAll('table')) addScrollBox(table);
  for (const block of body.querySelectorAll('pre')) addCodeBar(block);
  void renderEach(body, 'pre > code[class]', stopped.signal, async () => {
    const { highlightCode } = await import('../../ui/code/highlight.ts');
    return highlightCode;
  });
  void renderEach(body, 'span[data-formula]', stopped.signal, async () => {
    const { renderFormula } = await import('../../ui/formula/render-formula.ts');
    return (element) =>
      renderFormula(element, element.textContent ?? '', element.dataset.formula === 'block');
  });
  return () => stopped.abort();
}

type Render = (element: HTMLElement) => void;

async function renderEach(
  body: HTMLElement,
  selector: string,
  stopped: AbortSignal,
  load: () => Promise<Render>,
): Promise<void> {
  const elements = [...body.querySelectorAll<HTMLElement>(`${selector}:not([data-rendered])`)];
  if (elements.length === 0) return;
  // Without its renderer a post stays readable: plain code, and formulas as LaTeX.
  const render = await load().catch(() => null);
  let turn = performance.now();
  for (const element of elements) {
    if (render === null || stopped.aborted) return;
    element.dataset.rendered = '';
    render(element);
    if (performance.now() - turn < TURN) continue;
    await new Promise((resolve) => setTimeout(resolve));
    turn = performance.now();
  }
}

/** A wide table scrolls inside its own box, by touch and by keyboard. */
function addScrollBox(table: HTMLTableElement): void {
  if (table.closest('.table-scroll')) return;
  const box = document.createElement('div');
  box.className = 'table-scroll';
  box.tabIndex = 0;
  box.setAttribute('role', 'group');
  box.setAttribute('aria-label', '표');
  table.replaceWith(box);
  box.append(table);
}

function addCodeBar(block: HTMLPreElement): void {
  if (block.previousElementSibling?.className === 'code-bar') return;
  const language = readLanguage(block.querySelector('code')?.className);
  const bar = document.createElement('div');
  bar.className = 'code-bar';
  const name = document.createElement('span');
  name.textContent = language === null ? '코드' : CODE_LANGUAGES[language];
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = '복사';
  button.setAttribute('aria-label', '코드 복사');
  button.addEventListener('click', () => void copy(block.textContent ?? ''));
  bar.append(name, button);
  block.before(bar);
}

async function copy(code: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(code);
    toast.success('코드를 복사했습니다.');
  } catch {
    // The clipboard needs HTTPS and permission.
    toast.error('코드를 복사하지 못했습니다. 코드를 선택해 복사해 주세요.');
  }
}
