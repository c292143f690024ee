import { CODE_LANGUAGES, readLanguage } from '@naru/contract/formats';
import { toast } from '../../ui/toast.ts';

/** Code blocks with a bar. */
const BARS_MAX = 200;
/** Blocks of a text from which on those out of view are not laid out, and how many of them form a part. */
const BLOCKS_MANY = 500;
const BLOCKS_OF_PART = 50;

/**
 * Adds to the sanitised HTML of a post what is no part of the stored text: scroll boxes, copy buttons,
 * highlighting and formulas. Loads the renderers only when the post needs them. Returns a function that
 * stops pending work.
 */
export function enhancePost(body: HTMLElement): () => void {
  const stopped = new AbortController();
  for (const table of body.querySelectorAll('table')) addScrollBox(table);
  for (const block of [...body.querySelectorAll('pre')].slice(0, BARS_MAX)) addCodeBar(block);
  if (body.childElementCount > BLOCKS_MANY) divide(body);
  if (body.querySelector('pre > code[class], span[data-formula]')) {
    // Without its renderers a post stays readable: plain code, and formulas as LaTeX.
    void import('./render-parts.ts').then(
      ({ renderParts }) => renderParts(body, stopped.signal),
      () => undefined,
    );
  }
  return () => stopped.abort();
}

/** Puts the blocks into parts that the browser lays out when they come into view. */
function divide(body: HTMLElement): void {
  const blocks = [...body.childNodes];
  for (let at = 0, end = 0; at < blocks.length; at = end) {
    end = at + BLOCKS_OF_PART;
    if (isCodeBar(blocks[end - 1])) end += 1;
    const part = document.createElement('div');
    part.className = 'prose-part';
    part.append(...blocks.slice(at, end));
    body.append(part);
  }
}

function isCodeBar(node: Node | null | undefined): boolean {
  return node instanceof Element && node.className === 'code-bar';
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
  if (isCodeBar(block.previousElementSibling)) return;
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
