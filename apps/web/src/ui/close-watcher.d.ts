/** Missing in the DOM library of TypeScript. Chromium only. */
declare class CloseWatcher extends EventTarget {
  onclose: (() => void) | null;
  destroy(): void;
}

interface Window {
  CloseWatcher?: typeof CloseWatcher;
}
