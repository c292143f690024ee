import {
  type HTMLAttributes,
  type RefCallback,
  useEffect,
  useReducer,
  useState,
  useSyncExternalStore,
} from 'react';
import { isAttended } from '../../lib/attention.ts';
import { useStore } from '../../lib/store.ts';
import { REDUCED_MOTION, useMedia } from '../../lib/use-media.ts';
import { useOnScreen } from '../../lib/use-on-screen.ts';

/** Slide duration in ms; clicks within the throttle are ignored. */
export const SLIDE_MS = 400;
const NEXT_THROTTLE_MS = 500;
const PREVIOUS_THROTTLE_MS = 1000;

/**
 * Position of the row of pages. A clone of the last page is at -1, a clone of the first at `count`:
 * a loop slides to the clone and then jumps to the page itself.
 */
export type CarouselState = {
  count: number;
  position: number;
  /** Sliding, until `arrive`. */
  moving: boolean;
  nextAt: number;
  previousAt: number;
};

type CarouselAction =
  /** By click or key; `at` in ms. `instant`: without a slide. */
  | { type: 'next' | 'previous'; at: number; instant: boolean }
  /** By timer or swipe: not throttled. */
  | { type: 'step'; by: 1 | -1; instant: boolean }
  | { type: 'arrive' }
  /** The number of pages changed; `page` shows the same first item. */
  | { type: 'resize'; count: number; page: number };

export function startCarousel(count: number): CarouselState {
  return { count, position: 0, moving: false, nextAt: -Infinity, previousAt: -Infinity };
}

/** The visible or target page, zero-based. */
export function pageOf({ count, position }: CarouselState): number {
  return count === 0 ? 0 : (position + count) % count;
}

export function carouselReducer(state: CarouselState, action: CarouselAction): CarouselState {
  switch (action.type) {
    case 'next':
      if (action.at - state.nextAt < NEXT_THROTTLE_MS) return state;
      return moved(state, state.position + 1, action.instant, { nextAt: action.at });
    case 'previous':
      if (action.at - state.previousAt < PREVIOUS_THROTTLE_MS) return state;
      return moved(state, state.position - 1, action.instant, { previousAt: action.at });
    case 'step':
      return moved(state, state.position + action.by, action.instant);
    case 'arrive':
      return state.moving ? { ...state, moving: false, position: pageOf(state) } : state;
    case 'resize': {
      const { count, page } = action;
      if (count === state.count) return state;
      return { ...startCarousel(count), position: Math.max(0, Math.min(page, count - 1)) };
    }
  }
}

function moved(
  state: CarouselState,
  position: number,
  instant: boolean,
  times?: Partial<CarouselState>,
): CarouselState {
  if (state.count < 2 || state.moving) return state;
  const next = { ...state, ...times, position };
  return instant ? { ...next, position: pageOf(next) } : { ...next, moving: true };
}

export type Carousel = ReturnType<typeof useCarousel>;

/**
 * Turns pages by click, key and timer. The timer pauses on hover, focus, a hidden tab, off the
 * screen or by the pause button, begins when somebody is at the page, and never runs with reduced
 * motion. `autoMs`: between automatic page turns; null for none.
 */
export function useCarousel({ pages, autoMs }: { pages: number; autoMs: number | null }) {
  const [state, dispatch] = useReducer(carouselReducer, pages, startCarousel);
  const instant = useMedia(REDUCED_MOTION);
  const hidden = useSyncExternalStore(onVisibility, () => document.visibilityState === 'hidden');
  const attended = useStore(isAttended);
  const [onScreen, ref] = useOnScreen();
  const [hovered, setHovered] = useState(false);
  const [focused, setFocused] = useState(false);
  const [held, setHeld] = useState(false);
  const [stopped, setStopped] = useState(false);
  const page = pageOf(state);

  if (state.count !== pages) {
    const share = state.count === 0 ? 0 : page / state.count;
    dispatch({ type: 'resize', count: pages, page: Math.floor(share * pages) });
  }

  const canRun = pages > 1 && !instant && autoMs !== null;
  const isSeen = onScreen && attended && !hidden;
  const isRunning = canRun && isSeen && !(stopped || hovered || focused || held);
  const { position, moving } = state;

  useEffect(() => {
    if (!moving) return;
    const timer = setTimeout(() => dispatch({ type: 'arrive' }), SLIDE_MS);
    return () => clearTimeout(timer);
  }, [moving]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of the position restarts the timer
  useEffect(() => {
    if (!isRunning || moving || autoMs === null) return;
    const wait = autoMs - SLIDE_MS;
    const timer = setTimeout(() => dispatch({ type: 'step', by: 1, instant: false }), wait);
    return () => clearTimeout(timer);
  }, [isRunning, moving, position, autoMs]);

  const next = () => dispatch({ type: 'next', at: Date.now(), instant });
  const previous = () => dispatch({ type: 'previous', at: Date.now(), instant });

  /** Handlers for the element around pages and buttons. */
  const region: HTMLAttributes<HTMLElement> & { ref: RefCallback<HTMLElement> } = {
    ref,
    onPointerEnter: ({ pointerType }) => setHovered(pointerType === 'mouse'),
    onPointerLeave: () => setHovered(false),
    onFocus: ({ target }) => setFocused(target.matches(':focus-visible')),
    onBlur: ({ currentTarget, relatedTarget }) => {
      if (!currentTarget.contains(relatedTarget)) setFocused(false);
    },
    onKeyDown: (event) => {
      if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
      if (event.key === 'ArrowRight') next();
      else if (event.key === 'ArrowLeft') previous();
      else return;
      event.preventDefault();
    },
  };

  return {
    pages,
    page,
    position,
    moving,
    /** Whether pages turn automatically, so that a pause button is needed. */
    canRun,
    isRunning,
    stopped,
    next,
    previous,
    swipe: (by: 1 | -1) => dispatch({ type: 'step', by, instant }),
    /** Pauses while a finger drags the row. */
    hold: setHeld,
    toggle: () => setStopped((was) => !was),
    region,
  };
}

function onVisibility(onChange: () => void): () => void {
  document.addEventListener('visibilitychange', onChange);
  return () => document.removeEventListener('visibilitychange', onChange);
}
