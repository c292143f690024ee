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

export type CarouselAction =
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
