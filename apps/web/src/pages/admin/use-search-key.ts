import { useEffect, useEffectEvent } from 'react';
import { isSearchKey } from '../../lib/search-keys.ts';

/**
 * Calls `onSearch` on Ctrl+K or ⌘K, ahead of the search over everything (`app/later.ts`), unless a dialog
 * is open. `/` stays with the search over everything.
 */
export function useSearchKey(onSearch: () => void): void {
  const open = useEffectEvent(onSearch);
  useEffect(() => {
    const follow = (event: KeyboardEvent) => {
      if (event.key === '/' || event.defaultPrevented || !isSearchKey(event)) return;
      if (document.querySelector('[data-modal]') !== null) return;
      event.preventDefault();
      open();
    };
    // Captured: the listener of the whole app was added first.
    window.addEventListener('keydown', follow, true);
    return () => window.removeEventListener('keydown', follow, true);
  }, []);
}
