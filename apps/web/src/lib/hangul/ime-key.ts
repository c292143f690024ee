/** `keyCode` of a key that the input method took. */
const IME_KEY_CODE = 229;

/** Whether the key belongs to a composition; Safari ends the composition before it fires the key event. */
export function isImeKey(event: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean {
  return event.isComposing || event.keyCode === IME_KEY_CODE;
}
