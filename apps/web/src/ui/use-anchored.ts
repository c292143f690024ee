import { type RefObject, useEffect } from 'react';

export type Placement = 'bottom-start' | 'bottom-end' | 'bottom' | 'top';

const GAP = 6;
const EDGE = 8;

function wantedLeft(placement: Placement, anchor: DOMRect, width: number): number {
  if (placement === 'bottom-start') return anchor.left;
  if (placement === 'bottom-end') return anchor.right - width;
  return anchor.left + anchor.width / 2 - width / 2;
}

/** Puts a floating box beside its anchor, inside the window; flips when there is no room. */
function placeBeside(anchor: Element, floating: HTMLElement, placement: Placement): void {
  const from = anchor.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = floating;
  const left = Math.min(wantedLeft(placement, from, width), window.innerWidth - width - EDGE);
  const below = from.bottom + GAP;
  const above = from.top - GAP - height;
  const fitsBelow = below + height <= window.innerHeight - EDGE;
  const preferAbove = placement === 'top' ? above >= EDGE : !fitsBelow && above >= EDGE;
  floating.style.left = `${Math.max(EDGE, left)}px`;
  floating.style.top = `${preferAbove ? above : below}px`;
}

/** Keeps a shown popover beside its anchor while the page scrolls or changes size. */
export function useAnchored(
  open: boolean,
  anchor: RefObject<Element | null>,
  floating: RefObject<HTMLElement | null>,
  placement: Placement,
): void {
  useEffect(() => {
    if (!open) return;
    const place = () => {
      if (anchor.current && floating.current) {
        placeBeside(anchor.current, floating.current, placement);
      }
    };
    place();
    window.addEventListener('resize', place);
    window.addEventListener('scroll', place, { capture: true, passive: true });
    return () => {
      window.removeEventListener('resize', place);
      window.removeEventListener('scroll', place, { capture: true });
    };
  }, [open, anchor, floating, placement]);
}
