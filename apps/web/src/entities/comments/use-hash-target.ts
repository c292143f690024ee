import { useEffect } from 'react';

/** Leads to the comment that the address names (`#comment-7`), once the comments are there. */
export function useHashTarget(ready: boolean): void {
  useEffect(() => {
    const { hash } = window.location;
    if (!ready || !/^#comment-\d+$/.test(hash)) return;
    document.getElementById(hash.slice(1))?.scrollIntoView({ block: 'start' });
  }, [ready]);
}
