import { createStore } from '../lib/store.ts';

/** Whether the page shows the toasts: from the first one on, or once it has loaded. */
export const toasterWanted = createStore(false);

type Kind = 'success' | 'error' | 'info';

const show =
  (kind: Kind) =>
  (text: string): void => {
    toasterWanted.set(true);
    void import('sonner').then(({ toast: sonner }) => sonner[kind](text));
  };

/** Shows a short message in a corner. Loads the library on first use. */
export const toast = { success: show('success'), error: show('error'), info: show('info') };
