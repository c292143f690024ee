/** `keyCode` of a key that the input method took. */
const IME_KEY_CODE = 229;

/** Whether the key belongs to a composition; Safari ends it before it tells of the key. */
export function isImeKey(event: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean {
  return event.isComposing || event.keyCode === IME_KEY_CODE;
}
