import { useEffect } from 'react';

/** Scrolls to the comment in the URL hash (`#comment-7`) once comments are loaded. */
export function useHashTarget(ready: boolean): void {
  useEffect(() => {
    const { hash } = window.location;
    if (!ready || !/^#comment-\d+$/.test(hash)) return;
    document.getElementById(hash.slice(1))?.scrollIntoView({ block: 'start' });
  }, [ready]);
}
