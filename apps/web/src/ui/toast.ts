type Kind = 'success' | 'error' | 'info';

const show =
  (kind: Kind) =>
  (text: string): void => {
    void import('sonner').then(({ toast: sonner }) => sonner[kind](text));
  };

/** Says something in passing, in a corner. The library is not part of the first load. */
export const toast = { success: show('success'), error: show('error'), info: show('info') };
