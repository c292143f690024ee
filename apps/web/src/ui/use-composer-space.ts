import { type RefObject, useEffect, useRef, useState } from 'react';

/** Height of the zone at the bottom of the screen where toasts appear, in px. */
const ZONE = 240;

/** Marks what toasts must not cover: a text being written with its buttons, the buttons of a dialog. */
export const COMPOSER = { 'data-composer': '' } as const;

/** The part of the bottom of the screen, in px, that composers take. */
export function bottomTaken(): number {
  const bottom = window.innerHeight;
  let top = bottom;
  for (const composer of document.querySelectorAll('[data-composer]')) {
    const box = composer.getBoundingClientRect();
    const isInZone = box.height > 0 && box.bottom > bottom - ZONE && box.top < bottom;
    if (isInZone) top = Math.min(top, box.top);
  }
  // A composer higher than half of the screen leaves no room above it.
  return top < bottom / 2 ? 0 : bottom - top;
}

/** Follows `bottomTaken` while `active`. */
export const useComposerSpace = (active: boolean): number => useFollowed(bottomTaken, active);

/** Follows what a measure of the page says while `active`. */
export function useFollowed(measure: () => number, active: boolean): number {
  const [space, setSpace] = useState(0);
  useEffect(() => {
    if (!active) return;
    const follow = () => setSpace(measure());
    follow();
    const listening = new AbortController();
    const options = { passive: true, signal: listening.signal };
    for (const name of ['scroll', 'resize', 'focusin'] as const) {
      window.addEventListener(name, follow, options);
    }
    // A text that grows moves its buttons without any of these events.
    const grown = 'ResizeObserver' in window ? new ResizeObserver(follow) : null;
    grown?.observe(document.body);
    // Sheets and dialogs open and close at the end of the body.
    const changed = new MutationObserver(follow);
    changed.observe(document.body, { childList: true, subtree: true });
    return () => {
      listening.abort();
      grown?.disconnect();
      changed.disconnect();
    };
  }, [active, measure]);
  return space;
}

/** For a form that is written below other content: its buttons stay in view when it opens and grows. */
export function useKeepInView(text: string): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text changes the height
  useEffect(() => {
    const { current } = form;
    if (current?.contains(document.activeElement)) current.scrollIntoView({ block: 'nearest' });
  }, [text]);
  return form;
}
