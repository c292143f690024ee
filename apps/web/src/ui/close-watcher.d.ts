/** Not in TypeScript's DOM library yet. Chromium only. */
declare class CloseWatcher extends EventTarget {
  onclose: (() => void) | null;
  destroy(): void;
}

interface Window {
  CloseWatcher?: typeof CloseWatcher;
}
