const WRITES = 'input, textarea, select, [contenteditable]:not([contenteditable="false"])';

/** `/` outside of what takes text, and Ctrl+K or ⌘K anywhere. */
export function isSearchKey(event: KeyboardEvent): boolean {
  const { key, ctrlKey, metaKey, altKey, shiftKey, isComposing } = event;
  if (isComposing || altKey || shiftKey) return false;
  if (ctrlKey || metaKey) return key.toLowerCase() === 'k';
  const isWriting = event.target instanceof Element && event.target.closest(WRITES) !== null;
  return key === '/' && !isWriting;
}
