import { useEffect, useRef } from 'react';
import { usePlace } from './place.ts';

/** What a link may let a panel of the console begin with. */
export type Start = 'add' | 'import' | 'next';

/**
 * Calls `begin` once if the address has `?start=` with that name and `isReady`. Removes the parameter, so that a
 * reload and Back show the panel as usual.
 */
export function useStart(start: Start, begin: () => void, isReady = true): void {
  const { read, go } = usePlace();
  const isWanted = isReady && read('start') === start;
  const newest = useRef(begin);
  newest.current = begin;
  const clear = useRef(() => go({}));
  clear.current = () => go({ start: undefined });
  useEffect(() => {
    if (!isWanted) return;
    clear.current();
    newest.current();
  }, [isWanted]);
}
