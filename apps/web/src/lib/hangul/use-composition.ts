import {
  type CompositionEvent,
  type FormEvent,
  type KeyboardEvent,
  type RefObject,
  useLayoutEffect,
  useReducer,
  useRef,
} from 'react';
import { createEnterGate, type EnterVerdict, isEnter } from './enter-gate.ts';

export type TextElement = HTMLInputElement | HTMLTextAreaElement;

export type CompositionOptions = {
  /** Controlled text. The DOM stays the owner while a syllable is being composed. */
  value?: string;
  /** Whole text after each change, never with a half-composed syllable. */
  onText?: (text: string) => void;
  /**
   * Enter, exactly once and with the whole text. On a text area Shift+Enter makes a new line.
   * Without it an Enter in an `<input>` submits the surrounding form, also exactly once.
   */
  onSubmitText?: (text: string) => void;
};

const ENTER_KEY_CODE = 13;
/** How long a composition may go on after an Enter that was not the input method's. */
const STUCK_MS = 250;

function writeText(element: TextElement, text: string): void {
  const caret = element.selectionStart;
  const atEnd = caret === null || caret === element.value.length;
  element.value = text;
  if (!atEnd && document.activeElement === element) element.setSelectionRange(caret, caret);
}

/**
 * The one Hangul-safe layer under every text input. The DOM owns the text and React never writes
 * into it during a composition, so a state update cannot lose a syllable; text is reported at
 * `compositionend`; an Enter that ends a composition submits once, after the text is whole.
 */
export function useComposition<E extends TextElement>(
  ref: RefObject<E | null>,
  options: CompositionOptions,
) {
  const latest = useRef(options);
  const reported = useRef<string | undefined>(options.value);
  const [gate] = useReducer((current) => current, undefined, createEnterGate);
  const [, rerender] = useReducer((count: number) => count + 1, 0);

  useLayoutEffect(() => {
    latest.current = options;
    const element = ref.current;
    if (!element || gate.composing || options.value === undefined) return;
    if (element.value !== options.value) writeText(element, options.value);
    reported.current = options.value;
  });

  function report(element: E): void {
    const text = element.value;
    if (reported.current === text) return;
    reported.current = text;
    latest.current.onText?.(text);
    // A parent that refuses the change keeps its value: the layout effect above writes it back.
    if (latest.current.value !== undefined) rerender();
  }

  function submit(element: E): void {
    report(element);
    const { onSubmitText } = latest.current;
    if (onSubmitText) onSubmitText(element.value);
    else if (element instanceof HTMLInputElement) element.form?.requestSubmit();
  }

  function settle(element: E): void {
    report(element);
    // After the task in which the composition ends: Firefox sends its last `input` event later.
    setTimeout(() => {
      if (!element.isConnected || gate.composing) return;
      report(element);
      if (gate.takeWaiting()) submit(element);
    }, 0);
  }

  function ownsEnter(event: KeyboardEvent<E>): boolean {
    const modified = event.shiftKey || event.altKey || event.ctrlKey || event.metaKey;
    if (modified) return false;
    return latest.current.onSubmitText !== undefined || event.currentTarget.tagName === 'INPUT';
  }

  /** An Enter that no input method took would break the line or submit half a text: it waits too. */
  function finishSoon(event: KeyboardEvent<E>): void {
    const element = event.currentTarget;
    event.preventDefault();
    setTimeout(() => {
      if (!element.isConnected || !gate.takeStuck()) return;
      // Leaving the field ends a composition in every browser.
      element.blur();
      element.focus();
      submit(element);
    }, STUCK_MS);
  }

  function wait(event: KeyboardEvent<E>): void {
    // Safari: the composition has already ended when this key arrives.
    if (!gate.composing) settle(event.currentTarget);
    else if (event.keyCode === ENTER_KEY_CODE) finishSoon(event);
  }

  function act(verdict: EnterVerdict, event: KeyboardEvent<E>): void {
    // Without a handler of its own the form's native submission takes the first Enter.
    const isNative = verdict === 'submit' && !latest.current.onSubmitText;
    if (verdict === 'wait') wait(event);
    else if (!isNative) event.preventDefault();
    if (verdict === 'submit' && !isNative) submit(event.currentTarget);
  }

  function onKeyDown(event: KeyboardEvent<E>): void {
    if (isEnter(event.nativeEvent) && !ownsEnter(event)) return;
    const verdict = gate.keyDown(event.nativeEvent);
    if (verdict !== 'none') act(verdict, event);
  }

  return {
    onKeyDown,
    onKeyUp: (event: KeyboardEvent<E>) => gate.keyUp(event.nativeEvent),
    onBlur: () => gate.reset(),
    onInput: (event: FormEvent<E>) => {
      if (!gate.composing) report(event.currentTarget);
    },
    onCompositionStart: () => gate.compositionStart(),
    onCompositionEnd: (event: CompositionEvent<E>) => {
      gate.compositionEnd();
      settle(event.currentTarget);
    },
  };
}
