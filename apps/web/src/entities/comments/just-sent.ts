import { type RefObject, useEffect } from 'react';

let awaited: number | string | null = null;

/** Lets what the member has just sent, a comment by id or an unsent one by client id, come into view. */
export function bringIntoView(key: number | string): void {
  awaited = key;
}

export function useJustSent(key: number | string, element: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (key !== awaited) return;
    awaited = null;
    element.current?.scrollIntoView({ block: 'nearest' });
  }, [key, element]);
}

/** Room for what sticks to the bottom of a phone: the form and the offer to follow. */
export const ABOVE_COMPOSER = 'scroll-mb-44';
