import { useEffect, useState } from 'react';

/**
 * Visible height in px above the on-screen keyboard, in browsers whose layout does not shrink with
 * it (Safari); else null, also while the page is zoomed.
 */
export function useVisibleHeight(enabled: boolean): number | null {
  const [height, setHeight] = useState<number | null>(null);
  useEffect(() => {
    const viewport = window.visualViewport;
    if (!enabled || !viewport) return;
    const follow = () => {
      const isCovered = viewport.scale <= 1.01 && window.innerHeight - viewport.height > 1;
      setHeight(isCovered ? Math.round(viewport.height) : null);
      // Undoes Safari's scroll to the field, which the new height already shows.
      if (isCovered) window.scrollTo(0, 0);
    };
    follow();
    viewport.addEventListener('resize', follow);
    return () => {
      viewport.removeEventListener('resize', follow);
      setHeight(null);
    };
  }, [enabled]);
  return height;
}
