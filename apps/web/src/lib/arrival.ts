import { useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Of an entry that replaced one of the same page: the key of that one. */
    arrival?: string | undefined;
  }
}

/** Arrivals whose target was shown. Back to one restores its scroll position instead. */
const shown = new Set<string>();

type Arrival = {
  /** Identifies the history entry, also after another place of the page replaced it. */
  key: string;
  /** The target of the address has not been shown yet. */
  isNew: boolean;
};

/** The history entry of the page, for content that the address points into. */
export function useArrival(): Arrival {
  const key = useLocation({
    select: ({ state, href }) => state.arrival ?? state.__TSR_key ?? href,
  });
  return { key, isNew: !shown.has(key) };
}

/**
 * Once `find` returns an element: scrolls to it and focuses `focus` in it, or itself, once per
 * history entry and after the router has set the scroll position of the page.
 */
export function useShowTarget(
  { key, isNew }: Arrival,
  find: () => HTMLElement | null | undefined,
  focus?: string,
): void {
  // Without dependencies: an element that is not there yet comes with a later render.
  useEffect(() => {
    if (!isNew || shown.has(key)) return undefined;
    const target = find();
    if (!target) return undefined;
    const frame = requestAnimationFrame(() => {
      shown.add(key);
      target.scrollIntoView({ block: 'start' });
      const focused = focus === undefined ? target : target.querySelector<HTMLElement>(focus);
      focused?.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  });
}
