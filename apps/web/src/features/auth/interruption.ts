import { useEffect } from 'react';

const KEY = 'naru.sign-up';

/** Returns true once after a reload interrupted the verification. */
export function takeInterrupted(): boolean {
  const found = sessionStorage.getItem(KEY) !== null;
  sessionStorage.removeItem(KEY);
  return found;
}

/** Marks a running verification in the session storage while `active`. */
export function useInterruptionMark(active: boolean): void {
  useEffect(() => {
    if (!active) return;
    sessionStorage.setItem(KEY, '1');
    return () => sessionStorage.removeItem(KEY);
  }, [active]);
}
