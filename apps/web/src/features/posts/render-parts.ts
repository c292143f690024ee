import { coloursBy, startHighlighter } from '../../ui/code/highlight.ts';

/** Elements of a post with those that formulas and colours of code add. */
const ELEMENTS_MAX = 12_000;
/** Elements that count for a formula or code that is shown as text, so that a post cannot try many of them. */
const REFUSED = 1000;
/** Milliseconds of work before the page gets a turn. */
const TURN = 12;
const NOTE = '일부 수식이나 코드는 너무 길거나 복잡하여 원문 그대로 보여 드립니다.';

/** Returns the number of elements, or null when the part stays text. */
type Render = (element: HTMLElement, room: number) => number | null | Promise<number | null>;

interface Work {
  body: HTMLElement;
  stopped: AbortSignal;
  /** Elements that the post may still get. */
  room: number;
}

/**
 * Sets the formulas of a post and colours its code, as long as the post has few enough elements. A sentence stands
 * above the first part that stays text, but for want of a renderer.
 */
export async function renderParts(body: HTMLElement, stopped: AbortSignal): Promise<void> {
  const work = { body, stopped, room: ELEMENTS_MAX - body.querySelectorAll('*').length };
  await renderEach(work, 'span[data-formula]', async () => {
    const { renderFormula } = await import('../../ui/formula/render-formula.ts');
    return (element, room) => {
      const { textContent, dataset } = element;
      return renderFormula(element, textContent ?? '', dataset.formula === 'block', room) || null;
    };
  });
  const highlighting = new AbortController();
  const stop = () => highlighting.abort();
  stopped.addEventListener('abort', stop);
  const start = async () => coloursBy(await startHighlighter(highlighting.signal));
  await renderEach(work, 'pre > code[class]', start).finally(stop);
}

async function renderEach(work: Work, selector: string, load: () => Promise<Render>) {
  const { body, stopped } = work;
  const elements = [...body.querySelectorAll<HTMLElement>(`${selector}:not([data-rendered])`)];
  if (elements.length === 0 || stopped.aborted) return;
  const render = await load().catch(() => null);
  let turn = performance.now();
  for (const element of elements) {
    if (render === null || stopped.aborted) return;
    await renderOne(work, element, render);
    if (performance.now() - turn < TURN) continue;
    await new Promise((resolve) => setTimeout(resolve));
    turn = performance.now();
  }
}

async function renderOne(work: Work, element: HTMLElement, render: Render): Promise<void> {
  element.dataset.rendered = '';
  const added = work.room > 0 ? await render(element, work.room) : null;
  work.room -= added ?? REFUSED;
  if (added === null) addNote(element, work.body);
}

function addNote(element: HTMLElement, body: HTMLElement): void {
  if (body.querySelector('[data-note]')) return;
  const note = document.createElement('p');
  note.dataset.note = '';
  note.className = 'text-ink-3 text-sm';
  note.textContent = NOTE;
  let block: Element = element;
  while (block.parentElement && block.parentElement !== body) block = block.parentElement;
  const bar = block.previousElementSibling;
  (bar?.className === 'code-bar' ? bar : block).before(note);
}
