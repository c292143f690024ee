import { useEffect, useLayoutEffect, useRef } from 'react';

// Missing in the DOM library of TypeScript. Chromium only.
declare global {
  class CloseWatcher extends EventTarget {
    onclose: (() => void) | null;
    destroy(): void;
  }
  interface Window {
    CloseWatcher?: typeof CloseWatcher;
  }
}

/** While `open`, Back on Android calls `onClose` instead of leaving the page (Chromium). */
export function useCloseWatcher(open: boolean, onClose: () => void): void {
  const latest = useRef(onClose);
  useLayoutEffect(() => {
    latest.current = onClose;
  });
  useEffect(() => {
    const { CloseWatcher } = window;
    if (!open || !CloseWatcher) return;
    let watcher: CloseWatcher | undefined;
    const watch = () => {
      watcher = new CloseWatcher();
      watcher.onclose = () => {
        latest.current();
        // A watcher fires once; what stays open (a pending call, a question) needs another.
        watch();
      };
    };
    watch();
    return () => watcher?.destroy();
  }, [open]);
}
