type Kind = 'success' | 'error' | 'info';

const show =
  (kind: Kind) =>
  (text: string): void => {
    void import('sonner').then(({ toast: sonner }) => sonner[kind](text));
  };

/** Shows a short message in a corner. Loads the library on first use. */
export const toast = { success: show('success'), error: show('error'), info: show('info') };
