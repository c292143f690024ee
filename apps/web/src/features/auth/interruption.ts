import { useEffect } from 'react';

const KEY = 'naru.sign-up';

/** True once after a reload in the middle of the verification: it starts again. */
export function takeInterrupted(): boolean {
  const found = sessionStorage.getItem(KEY) !== null;
  sessionStorage.removeItem(KEY);
  return found;
}

/** Leaves a mark, without any of the typed values, while `active`. */
export function useInterruptionMark(active: boolean): void {
  useEffect(() => {
    if (!active) return;
    sessionStorage.setItem(KEY, '1');
    return () => sessionStorage.removeItem(KEY);
  }, [active]);
}
