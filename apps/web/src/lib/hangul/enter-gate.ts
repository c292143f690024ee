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
type KeyLike = Pick<KeyboardEvent, 'key' | 'code' | 'keyCode' | 'isComposing' | 'repeat'>;

/** `wait`: submit when the composition ends. `swallow`: already handled. */
export type EnterVerdict = 'submit' | 'wait' | 'swallow' | 'none';

const IME_KEY_CODE = 229;

/** Includes an Enter that the input method consumed (`key` is `Process`). */
export function isEnter(event: Pick<KeyLike, 'key' | 'code'>): boolean {
  return event.key === 'Enter' || event.code === 'Enter' || event.code === 'NumpadEnter';
}

export function createEnterGate() {
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
