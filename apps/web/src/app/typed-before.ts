declare global {
  interface Window {
    /** Set by `public/start.js`: a form was sent before the app ran. */
    naruSubmitted?: boolean;
  }
}

/**
 * Takes what was typed into the markup that the page came with, and puts it into the fields of the same names once
 * the app has put its own in their place; what was sent there is sent then.
 */
export function takeTypedBefore(root: HTMLElement): void {
  const fields = [...root.querySelectorAll<HTMLInputElement>('#frame input[name]')];
  if (fields.length === 0) return;
  let focused: HTMLInputElement | undefined = fields.find((field) => field.matches(':focus'));
  const noteFocus = ({ target }: FocusEvent) => {
    focused = fields.find((field) => field === target);
  };
  root.addEventListener('focusin', noteFocus);
  const watch = new MutationObserver(() => {
    const ofApp = (field: HTMLInputElement | undefined) =>
      root.querySelector<HTMLInputElement>(`input[name="${field?.name}"]`);
    const first = ofApp(fields[0]);
    if (first === null || first === fields[0]) return;
    watch.disconnect();
    root.removeEventListener('focusin', noteFocus);
    for (const field of fields) if (field.value !== '') type(ofApp(field), field.value);
    ofApp(focused)?.focus();
    if (window.naruSubmitted) first.form?.requestSubmit();
  });
  watch.observe(root, { childList: true, subtree: true });
}

/** React is notified of a value only when the setter of the element itself is called. */
function type(field: HTMLInputElement | null, value: string): void {
  if (field === null) return;
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
