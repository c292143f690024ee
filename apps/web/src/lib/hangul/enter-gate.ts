/**
 * Decides what an Enter means while Hangul is being composed. Browsers differ:
 *
 * - Chromium sends the Enter that ends a composition as a keydown with `isComposing` (keyCode 229),
 *   then `compositionend`, and on some systems a second, plain keydown for the same key press.
 * - Safari sends `compositionend` first, then a keydown with keyCode 229 and `isComposing` false.
 *
 * In every order one key press must count once, after the text is whole. The gate is pure state;
 * `useComposition` feeds it with events.
 */
export type KeyLike = {
  key: string;
  code: string;
  keyCode: number;
  isComposing: boolean;
  repeat: boolean;
};

/** `submit`: act now. `wait`: act when the composition has ended. `swallow`: already acted on. */
export type EnterVerdict = 'submit' | 'wait' | 'swallow' | 'none';

const IME_KEY_CODE = 229;

/** Also the Enter that an input method has taken (`key` is `Process` then). */
export function isEnter(event: Pick<KeyLike, 'key' | 'code'>): boolean {
  return event.key === 'Enter' || event.code === 'Enter' || event.code === 'NumpadEnter';
}

export function createEnterGate() {
  let composing = false;
  let waiting = false;
  /** The key that waits is up again: no second keydown of the same press can follow. */
  let released = false;
  let spent = false;

  function take(): boolean {
    if (!waiting) return false;
    waiting = false;
    spent = !released;
    return true;
  }

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
      if (event.isComposing || composing || event.keyCode === IME_KEY_CODE) {
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
    /** True once for an Enter that waited for the end of its composition. */
    takeWaiting(): boolean {
      return !composing && take();
    },
    /** True once for an Enter whose composition goes on although the key was not the IME's. */
    takeStuck(): boolean {
      return composing && take();
    },
    reset() {
      composing = false;
      waiting = false;
      spent = false;
    },
  };
}
