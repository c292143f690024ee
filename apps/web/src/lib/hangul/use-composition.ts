import {
  type CompositionEvent,
  type FocusEvent,
  type FormEvent,
  type KeyboardEvent,
  type RefObject,
  useLayoutEffect,
  useReducer,
  useRef,
} from 'react';
import { flushSync } from 'react-dom';
import { isImeKey } from './ime-key.ts';

export type TextElement = HTMLInputElement | HTMLTextAreaElement;

export type CompositionOptions = {
  /** Controlled text. The DOM owns it during a composition. */
  value?: string;
  /** The text after each change as it is seen, with the syllable that is being composed. */
  onText?: (text: string) => void;
  /**
   * Called exactly once per Enter, with the composed text. In a text area Shift+Enter breaks the
   * line. Without it an Enter in an `<input>` submits the surrounding form, also exactly once.
   */
  onSubmitText?: (text: string) => void;
};

type Options<E extends TextElement> = CompositionOptions & {
  /** Not called when the layer ends a composition and the focus comes back at once. */
  onBlur?: ((event: FocusEvent<E>) => void) | undefined;
};

const ENTER_KEY_CODE = 13;
/** Time a composition may continue, or its last syllable may be missing, after an Enter that no plain one follows. */
const STUCK_MS = 250;

function writeText(element: TextElement, text: string): void {
  const caret = element.selectionStart;
  const atEnd = caret === null || caret === element.value.length;
  element.value = text;
  if (!atEnd && document.activeElement === element) element.setSelectionRange(caret, caret);
}

/**
 * Hangul-safe text handling for every text input. The DOM owns the text and React never writes to
 * it during a composition, so a state update cannot lose a syllable; where the parent replaces the text, as
 * after it was sent, the composition ends first. An Enter that ends a composition submits once, after that.
 */
export function useComposition<E extends TextElement>(
  ref: RefObject<E | null>,
  options: Options<E>,
) {
  const latest = useRef(options);
  const reported = useRef<string | undefined>(options.value);
  const given = useRef<string | undefined>(options.value);
  const isReplacing = useRef(false);
  /** While the layer ends a composition: the blur of it, which is none when the focus comes back. */
  const ending = useRef<{ blur?: FocusEvent<E> } | null>(null);
  const [gate] = useReducer((current) => current, undefined, createEnterGate);
  const [, rerender] = useReducer((count: number) => count + 1, 0);

  useLayoutEffect(() => {
    latest.current = options;
    const { value } = options;
    const isReplaced = value !== given.current && value !== reported.current;
    given.current = value;
    const element = ref.current;
    if (!element || value === undefined) return;
    if (gate.composing) {
      if (!isReplaced) return;
      isReplacing.current = true;
      endComposition(element);
      isReplacing.current = false;
    }
    if (element.value !== value) writeText(element, value);
    reported.current = value;
  });

  function endComposition(element: E): void {
    const ended: { blur?: FocusEvent<E> } = {};
    ending.current = ended;
    // Blurring ends a composition in every browser.
    element.blur();
    element.focus();
    ending.current = null;
    gate.reset();
    // The parent may have disabled it in the same moment.
    if (ended.blur && document.activeElement !== element) latest.current.onBlur?.(ended.blur);
  }

  function report(element: E): void {
    const text = element.value;
    if (isReplacing.current) return;
    if (reported.current !== text) {
      reported.current = text;
      latest.current.onText?.(text);
    } else if (latest.current.value === text) return;
    // If the parent rejects the change, the layout effect above restores its value.
    if (latest.current.value !== undefined) rerender();
  }

  function submit(element: E): void {
    // A submit handler of the form reads the state that is made of the text.
    flushSync(() => report(element));
    const { onSubmitText } = latest.current;
    if (onSubmitText) onSubmitText(element.value);
    else if (element instanceof HTMLInputElement) element.form?.requestSubmit();
  }

  /** `delay`: time in which the last syllable may still come. */
  function settle(element: E, delay = 0): void {
    report(element);
    // Firefox fires its last `input` event after `compositionend`.
    setTimeout(() => {
      if (!element.isConnected || gate.composing) return;
      report(element);
      if (gate.take()) submit(element);
    }, delay);
  }

  function ownsEnter(event: KeyboardEvent<E>): boolean {
    const modified = event.shiftKey || event.altKey || event.ctrlKey || event.metaKey;
    if (modified) return false;
    return latest.current.onSubmitText !== undefined || event.currentTarget.tagName === 'INPUT';
  }

  /**
   * An Enter that the IME did not consume would break the line or submit half a syllable: it waits
   * too.
   */
  function finishSoon(event: KeyboardEvent<E>): void {
    const element = event.currentTarget;
    event.preventDefault();
    setTimeout(() => {
      if (!element.isConnected || !gate.composing || !gate.take()) return;
      endComposition(element);
      submit(element);
    }, STUCK_MS);
  }

  function wait(event: KeyboardEvent<E>): void {
    // Safari ends the composition before it sends this key.
    if (!gate.composing) settle(event.currentTarget);
    else if (event.keyCode === ENTER_KEY_CODE) finishSoon(event);
  }

  function act(verdict: EnterVerdict, event: KeyboardEvent<E>): void {
    // Without `onSubmitText` the native form submission handles the first Enter.
    const isNative = verdict === 'submit' && !latest.current.onSubmitText;
    if (verdict === 'wait') wait(event);
    else if (!isNative) event.preventDefault();
    if (verdict === 'submit' && !isNative) submit(event.currentTarget);
  }

  function onKeyDown(event: KeyboardEvent<E>): void {
    if (event.defaultPrevented || (isEnter(event.nativeEvent) && !ownsEnter(event))) return;
    const verdict = gate.keyDown(event.nativeEvent);
    if (verdict !== 'none') act(verdict, event);
  }

  return {
    onKeyDown,
    onKeyUp: (event: KeyboardEvent<E>) => gate.keyUp(event.nativeEvent),
    onBlur: (event: FocusEvent<E>) => {
      gate.reset();
      if (ending.current) ending.current.blur = event;
      else latest.current.onBlur?.(event);
    },
    onInput: (event: FormEvent<E>) => report(event.currentTarget),
    onCompositionStart: () => gate.compositionStart(),
    onCompositionEnd: (event: CompositionEvent<E>) => {
      gate.compositionEnd();
      // ibus takes the last syllable back, and inserts it milliseconds later, before a plain Enter.
      settle(event.currentTarget, event.data === '' ? STUCK_MS : 0);
    },
  };
}

type KeyLike = Pick<
  globalThis.KeyboardEvent,
  'key' | 'code' | 'keyCode' | 'isComposing' | 'repeat'
>;

/** `wait`: submit when the composition ends. `swallow`: already handled. */
type EnterVerdict = 'submit' | 'wait' | 'swallow' | 'none';

/** Includes an Enter that the input method consumed (`key` is `Process`). */
function isEnter(event: Pick<KeyLike, 'key' | 'code'>): boolean {
  return event.key === 'Enter' || event.code === 'Enter' || event.code === 'NumpadEnter';
}

/**
 * Decides what an Enter means while Hangul is being composed. Browsers differ:
 *
 * - Chromium sends the Enter that ends a composition as a keydown with `isComposing` (keyCode 229),
 *   then `compositionend`, and on some systems a second, plain keydown for the same key press.
 * - Safari sends `compositionend` first, then a keydown with keyCode 229 and `isComposing` false.
 *
 * In every order one key press must submit once, after the composition ends. Pure state, driven by
 * `useComposition`.
 */
function createEnterGate() {
  let composing = false;
  let waiting = false;
  /** The waiting key was released: no second keydown of the same press can follow. */
  let released = false;
  let spent = false;

  return {
    get composing() {
      return composing;
    },
    compositionStart() {
      composing = true;
      waiting = false;
    },
    compositionEnd() {
      composing = false;
    },
    keyDown(event: KeyLike): EnterVerdict {
      if (!isEnter(event)) {
        spent = false;
        waiting = false;
        return 'none';
      }
      if (spent) return 'swallow';
      if (composing || isImeKey(event)) {
        waiting = true;
        released = false;
        return 'wait';
      }
      waiting = false;
      return event.repeat ? 'swallow' : 'submit';
    },
    keyUp(event: KeyLike) {
      if (!isEnter(event)) return;
      released = true;
      spent = false;
    },
    /** True once for a waiting Enter. */
    take(): boolean {
      if (!waiting) return false;
      waiting = false;
      spent = !released;
      return true;
    },
    reset() {
      composing = false;
      waiting = false;
      spent = false;
    },
  };
}
