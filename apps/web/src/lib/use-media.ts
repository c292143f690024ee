import { useCallback, useSyncExternalStore } from 'react';

export const PHONE = '(max-width: 767px)';
/** A phone, also on its side: a box below a button would have room for two lines. */
export const SHALLOW = `${PHONE}, (max-height: 499px)`;
export const REDUCED_MOTION = '(prefers-reduced-motion: reduce)';

export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', onChange);
      return () => list.removeEventListener('change', onChange);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches);
}
