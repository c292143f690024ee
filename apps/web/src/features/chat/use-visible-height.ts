import { useEffect, useState } from 'react';

/**
 * Height in px of what the keyboard leaves visible, where the layout does not shrink with it
 * (Safari); null otherwise, and while the page is zoomed.
 */
export function useVisibleHeight(enabled: boolean): number | null {
  const [height, setHeight] = useState<number | null>(null);
  useEffect(() => {
    const viewport = window.visualViewport;
    if (!enabled || !viewport) return;
    const follow = () => {
      const isCovered = viewport.scale <= 1.01 && window.innerHeight - viewport.height > 1;
      setHeight(isCovered ? Math.round(viewport.height) : null);
      // Safari scrolls the page to show the field; with the new height it is in view anyway.
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
