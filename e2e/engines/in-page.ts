import type TestingLibrary from '@testing-library/dom';

declare global {
  interface Window {
    TestingLibraryDom?: typeof TestingLibrary;
    __find__?: (target: PlainTarget) => HTMLElement[];
    __look__?: (target: PlainTarget, marked: string | null) => Look;
  }
}

/** A text that is wanted whole (strings) or in part (expressions). */
export type Words = string | RegExp;

interface TargetOf<W> {
  /** A role with the accessible name, */
  role?: string;
  name?: W;
  /** or a field with this label, */
  label?: W;
  /** or the innermost element with this text. */
  text?: W;
  /** Takes those that contain this text only, */
  has?: string;
  /** and the first or last of several; without this, several are a fault. */
  only?: 'first' | 'last';
  /** Also when it cannot be seen, as fields behind a button. */
  hidden?: boolean;
  within?: TargetOf<W>;
}

/** What a person looks for on a page. */
export type Target = TargetOf<Words>;

export type PlainTarget = TargetOf<PlainWords>;
type PlainWords = string | { source: string; flags: string };

/** What is seen of a target. */
export interface Look {
  count: number;
  /** Its middle, in the part of the page that is visible. */
  x: number;
  y: number;
  /** Nothing covers its middle, and it can be used. */
  isFree: boolean;
  text: string;
  value: string;
}

/** Makes the target JSON. */
export function toPlain({ name, label, text, within, ...rest }: Target): PlainTarget {
  return {
    ...rest,
    ...(name !== undefined && { name: toPlainWords(name) }),
    ...(label !== undefined && { label: toPlainWords(label) }),
    ...(text !== undefined && { text: toPlainWords(text) }),
    ...(within && { within: toPlain(within) }),
  };
}

const toPlainWords = (words: Words): PlainWords =>
  typeof words === 'string' ? words : { source: words.source, flags: words.flags };

/** Runs in the page: gives it the functions that find and describe targets. */
export function installTools(): void {
  const library = window.TestingLibraryDom;
  if (library === undefined) throw new Error('without the library');
  const { queryAllByLabelText, queryAllByRole, queryAllByText } = library;
  const matcher = (words: PlainWords | undefined) =>
    typeof words === 'object' ? new RegExp(words.source, words.flags) : words;

  const candidates = (scope: HTMLElement, { role, name, label, text }: PlainTarget) => {
    if (role !== undefined) return queryAllByRole(scope, role, { name: matcher(name) });
    const words = matcher(label ?? text) ?? '';
    return label === undefined ? queryAllByText(scope, words) : queryAllByLabelText(scope, words);
  };

  const find = (target: PlainTarget): HTMLElement[] => {
    const scopes = target.within ? find(target.within) : [document.body];
    const { has, only, hidden } = target;
    const found = scopes
      .flatMap((scope) => candidates(scope, target))
      .filter((element) => hidden || element.checkVisibility({ visibilityProperty: true }))
      .filter((element) => has === undefined || element.textContent.includes(has));
    if (only === undefined) return found;
    return found.slice(...(only === 'first' ? [0, 1] : [-1]));
  };

  const middleOf = (element: HTMLElement) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return { x: left + width / 2, y: top + height / 2 };
  };

  /** Whether a press in its middle reaches the element, or the label around a hidden field. */
  const isHit = (element: HTMLElement) => {
    const { x, y } = middleOf(element);
    const hit = document.elementFromPoint(x, y);
    const label = element.closest('label');
    return hit !== null && (element.contains(hit) || label?.contains(hit) === true);
  };

  window.__find__ = find;
  window.__look__ = (target, marked) => {
    const found = find(target);
    const [element] = found;
    if (element === undefined || found.length > 1) {
      return { count: found.length, x: 0, y: 0, isFree: false, text: '', value: '' };
    }
    if (marked !== null) element.setAttribute(marked, '');
    if (!isHit(element)) element.scrollIntoView({ block: 'center', behavior: 'instant' });
    const isDisabled = element.matches(':disabled, [aria-disabled="true"]');
    return {
      count: 1,
      ...middleOf(element),
      isFree: !isDisabled && isHit(element),
      text: element.textContent,
      value: 'value' in element ? String(element.value) : '',
    };
  };
}
