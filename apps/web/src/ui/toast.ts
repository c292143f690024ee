import { createStore } from '../lib/store.ts';

/** Whether the page shows the toasts: from the first one on, or once it has loaded. */
export const toasterEnabled = createStore(false);

type Kind = 'success' | 'error' | 'info';

/** Longer texts stay as long as reading them takes, in ms for each character. */
const LONG = { from: 50, ms: 90 };

const show =
  (kind: Kind) =>
  (text: string): void => {
    toasterEnabled.set(true);
    const options = text.length > LONG.from ? { duration: text.length * LONG.ms } : {};
    void import('sonner').then(({ toast: sonner }) => sonner[kind](text, options));
  };

/** Shows a short message in a corner. Loads the library on first use. */
export const toast = { success: show('success'), error: show('error'), info: show('info') };
