import { useEffect, useEffectEvent } from 'react';

/** Runs `work` when the page is hidden or left, the last moment to store something. */
export function useOnHide(work: () => void): void {
  const run = useEffectEvent(work);
  useEffect(() => {
    const onHide = () => document.visibilityState === 'hidden' && run();
    const onLeave = () => run();
    document.addEventListener('visibilitychange', onHide);
    window.addEventListener('pagehide', onLeave);
    return () => {
      document.removeEventListener('visibilitychange', onHide);
      window.removeEventListener('pagehide', onLeave);
    };
  }, []);
}
