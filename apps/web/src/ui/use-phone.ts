import { useSyncExternalStore } from 'react';

const QUERY = '(width < 48rem)';

function follow(listener: () => void): () => void {
  const media = window.matchMedia?.(QUERY);
  media?.addEventListener('change', listener);
  return () => media?.removeEventListener('change', listener);
}

/** True at 767 px and less, as the `max-md:` classes; for what CSS alone cannot decide. */
export function useIsPhone(): boolean {
  return useSyncExternalStore(follow, () => window.matchMedia?.(QUERY).matches ?? false);
}
