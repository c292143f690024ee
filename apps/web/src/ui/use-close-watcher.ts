import { useEffect, useLayoutEffect, useRef } from 'react';

/** While `open`, Back on Android asks to close instead of leaving the page (Chromium's CloseWatcher). */
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
        // A watcher serves once; what stays open (a question first, a call under way) needs another.
        watch();
      };
    };
    watch();
    return () => watcher?.destroy();
  }, [open]);
}
