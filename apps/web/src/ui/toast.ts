import { createStore } from '../lib/store.ts';

/** Whether the page shows the toasts: from the first one on, or once it has loaded. */
export const toasterEnabled = createStore(false);

/** A button beside the text, which closes it. */
type Action = { label: string; onClick: () => void };
type Kind = 'success' | 'error' | 'info';

/** The action that takes back what a toast says. */
export const UNDO = '되돌리기';

/** How long a toast stays, in ms: at least 4 s, as long as reading it takes, and longer with a choice. */
export function lifeOf(text: string, hasAction: boolean): number {
  return Math.max(text.length > 50 ? text.length * 90 : 0, hasAction ? 12_000 : 4000);
}

const show =
  (kind: Kind) =>
  (text: string, action?: Action): void => {
    toasterEnabled.set(true);
    // An equal text is one toast, whose time begins anew; each choice is its own.
    const options = {
      ...(action ? { action } : { id: text }),
      duration: lifeOf(text, action !== undefined),
    };
    void import('sonner').then(({ toast: sonner }) => sonner[kind](text, options));
  };

/** Shows a short message in a corner. Loads the library on first use. */
export const toast = { success: show('success'), error: show('error'), info: show('info') };
