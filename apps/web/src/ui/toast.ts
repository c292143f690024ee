import { createStore } from '../lib/store.ts';

/** Whether the page shows the toasts: from the first one on, or once it has loaded. */
export const toasterEnabled = createStore(false);

/** A button beside the text, which closes it. */
type Action = { label: string; onClick: () => void };
type Kind = 'success' | 'error' | 'info';

/** The action that takes back what a toast says. */
export const UNDO = '되돌리기';

/** Longer texts stay as long as reading them takes, in ms for each character. */
const LONG = { from: 50, ms: 90 };

/** How long a choice stays, in ms. */
const ACTION_MS = 12_000;

const show =
  (kind: Kind) =>
  (text: string, action?: Action): void => {
    toasterEnabled.set(true);
    const ms = Math.max(
      text.length > LONG.from ? text.length * LONG.ms : 0,
      action ? ACTION_MS : 0,
    );
    // An equal text is one toast, whose time begins anew; each choice is its own.
    const options = { ...(action ? { action } : { id: text }), ...(ms > 0 && { duration: ms }) };
    void import('sonner').then(({ toast: sonner }) => sonner[kind](text, options));
  };

/** Shows a short message in a corner. Loads the library on first use. */
export const toast = { success: show('success'), error: show('error'), info: show('info') };
