import { useEffect, useRef } from 'react';

/** Pixels that stay visible before the selected entry. */
const EDGE = 16;

/**
 * Scrolls a strip to its selected entry, and again when its content grows (badges and the web font
 * arrive late), unless it was scrolled by hand. The strip has the list as its only child.
 */
export function useStripScroll(current: string | null) {
  const strip = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another selected entry scrolls into view
  useEffect(() => {
    const box = strip.current;
    const list = box?.firstElementChild;
    if (!box || !list) return;
    let placed = box.scrollLeft;
    const place = () => {
      const chosen = list.querySelector('[aria-current]');
      if (!chosen || Math.abs(box.scrollLeft - placed) > 1) return;
      const { left } = chosen.getBoundingClientRect();
      box.scrollLeft += left - box.getBoundingClientRect().left - EDGE;
      placed = box.scrollLeft;
    };
    place();
    if (!('ResizeObserver' in window)) return;
    let isFirst = true;
    const observer = new ResizeObserver(() => {
      // By its first report, before the paint, the router has brought back the scroll of the last panel.
      if (isFirst) placed = box.scrollLeft;
      isFirst = false;
      place();
    });
    observer.observe(list);
    return () => observer.disconnect();
  }, [current]);
  return strip;
}
