import { isLoggedIn } from '../../lib/session/session.ts';
import { isSearching } from './search-entry.tsx';

const WRITES = 'input, textarea, select, [contenteditable]:not([contenteditable="false"])';

/** `/` outside of what takes text, and Ctrl+K or ⌘K anywhere. */
export function isSearchKey(event: KeyboardEvent): boolean {
  const { key, ctrlKey, metaKey, altKey, shiftKey, isComposing } = event;
  if (isComposing || altKey || shiftKey) return false;
  if (ctrlKey || metaKey) return key.toLowerCase() === 'k';
  const isWriting = event.target instanceof Element && event.target.closest(WRITES) !== null;
  return key === '/' && !isWriting;
}

/** Opens the search by its keys, unless a dialog is open; `first` is the event that led here. */
export function watchSearchKeys(first?: Event): void {
  const follow = (event: Event) => {
    if (!(event instanceof KeyboardEvent) || event.defaultPrevented || !isSearchKey(event)) return;
    if (!isLoggedIn() || document.querySelector('[data-modal]') !== null) return;
    event.preventDefault();
    isSearching.set(true);
  };
  if (first) follow(first);
  addEventListener('keydown', follow);
}
