import {
  type FocusEvent,
  type KeyboardEvent,
  type PointerEvent,
  useEffect,
  useReducer,
  useState,
  useSyncExternalStore,
} from 'react';
import { REDUCED_MOTION, useMedia } from '../../lib/use-media.ts';
import { carouselReducer, pageOf, SLIDE_MS, startCarousel } from './carousel-state.ts';

export type Carousel = ReturnType<typeof useCarousel>;

/**
 * Turns pages by click, key and timer. The timer pauses on hover, focus, a hidden tab or the pause
 * button, and never runs with reduced motion. `autoMs`: between automatic page turns.
 */
export function useCarousel({ pages, autoMs }: { pages: number; autoMs: number }) {
  const [state, dispatch] = useReducer(carouselReducer, pages, startCarousel);
  const instant = useMedia(REDUCED_MOTION);
  const hidden = useSyncExternalStore(onVisibility, () => document.visibilityState === 'hidden');
  const [hovered, setHovered] = useState(false);
  const [focused, setFocused] = useState(false);
  const [held, setHeld] = useState(false);
  const [stopped, setStopped] = useState(false);
  const page = pageOf(state);

  if (state.count !== pages) {
    const share = state.count === 0 ? 0 : page / state.count;
    dispatch({ type: 'resize', count: pages, page: Math.floor(share * pages) });
  }

  const canRun = pages > 1 && !instant;
  const isRunning = canRun && !(stopped || hovered || focused || held || hidden);
  const { position, moving } = state;

  useEffect(() => {
    if (!moving) return;
    const timer = setTimeout(() => dispatch({ type: 'arrive' }), SLIDE_MS);
    return () => clearTimeout(timer);
  }, [moving]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of the position restarts the timer
  useEffect(() => {
    if (!isRunning || moving) return;
    const wait = autoMs - SLIDE_MS;
    const timer = setTimeout(() => dispatch({ type: 'step', by: 1, instant: false }), wait);
    return () => clearTimeout(timer);
  }, [isRunning, moving, position, autoMs]);

  const next = () => dispatch({ type: 'next', at: Date.now(), instant });
  const previous = () => dispatch({ type: 'previous', at: Date.now(), instant });

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
    /** Handlers for the element around pages and buttons. */
    region: {
      onPointerEnter: (event: PointerEvent) => setHovered(event.pointerType === 'mouse'),
      onPointerLeave: () => setHovered(false),
      onFocus: (event: FocusEvent) => setFocused(event.target.matches(':focus-visible')),
      onBlur: (event: FocusEvent) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setFocused(false);
      },
      onKeyDown: (event: KeyboardEvent) => {
        if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
        if (event.key === 'ArrowRight') next();
        else if (event.key === 'ArrowLeft') previous();
        else return;
        event.preventDefault();
      },
    },
  };
}

function onVisibility(onChange: () => void): () => void {
  document.addEventListener('visibilitychange', onChange);
  return () => document.removeEventListener('visibilitychange', onChange);
}
