import {
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
  useEffect,
  useRef,
} from 'react';
import { type Carousel, SLIDE_MS } from './use-carousel.ts';

/** Pixels until a touch counts as a swipe; share of the width that turns the page. */
const SLOP = 8;
const TURN_SHARE = 0.18;
/** Pixels per millisecond of a flick, which turns the page at any distance. */
const FLICK = 0.5;

type CarouselPagesProps = {
  carousel: Carousel;
  /** Label of a page; `1 / 3` is appended. */
  label: string;
  /** Renders a page; called again for its clone. */
  renderPage: (page: number) => ReactNode;
};

/** The row of pages with a clone at both ends; only the visible page is focusable. */
export function CarouselPages({ carousel, label, renderPage }: CarouselPagesProps) {
  const { pages, page, position, moving } = carousel;
  const swipe = useSwipe(carousel);
  const frame = useFocusOnTurn(page);

  const loops = pages > 1;
  const positions = Array.from({ length: pages + (loops ? 2 : 0) }, (_, at) =>
    loops ? at - 1 : at,
  );
  const style = {
    '--at': loops ? position + 1 : 0,
    '--slide': moving ? `${SLIDE_MS}ms` : '0ms',
  } as CSSProperties;
  return (
    <div {...frame} className="overflow-clip">
      <div
        {...swipe}
        aria-live={carousel.isRunning ? 'off' : 'polite'}
        style={style}
        className="flex touch-pan-y transform-[translate3d(calc(var(--at)*-100%_+_var(--drag,0px)),0,0)] transition-transform duration-(--slide) ease-out data-held:duration-0 motion-reduce:transition-none"
      >
        {positions.map((at) => {
          const shown = (at + pages) % pages;
          const isClone = at < 0 || at >= pages;
          return (
            // biome-ignore lint/a11y/useSemanticElements: a slide is a group by its pattern, not a fieldset
            <div
              key={at}
              role="group"
              aria-roledescription="슬라이드"
              aria-label={`${label} ${shown + 1} / ${pages}`}
              aria-hidden={isClone || undefined}
              inert={isClone || shown !== page}
              data-page={isClone ? undefined : shown}
              data-clone={isClone || undefined}
              className="w-full shrink-0"
            >
              {renderPage(shown)}
            </div>
          );
        })}
      </div>
    </div>
  );
}

/** Moves the focus to the new page after an arrow key. */
function useFocusOnTurn(page: number) {
  const frame = useRef<HTMLDivElement>(null);
  const byKey = useRef(false);
  useEffect(() => {
    if (!byKey.current) return;
    frame.current
      ?.querySelector<HTMLElement>(`[data-page="${page}"] :is(a, button)`)
      ?.focus({ preventScroll: true });
  }, [page]);
  return {
    ref: frame,
    onKeyDownCapture: (event: KeyboardEvent) => {
      byKey.current = event.key === 'ArrowLeft' || event.key === 'ArrowRight';
    },
    onKeyUp: () => {
      byKey.current = false;
    },
  };
}

type Touch = { id: number; x: number; at: number; dx: number; swiping: boolean };

/** Handlers that drag the row (`--drag`) and turn the page on release. */
function useSwipe({ pages, moving, swipe, hold }: Carousel) {
  const touch = useRef<Touch | null>(null);
  const swiped = useRef(false);

  const end = (event: PointerEvent<HTMLElement>, turns: boolean) => {
    const last = touch.current;
    if (last?.id !== event.pointerId) return;
    touch.current = null;
    hold(false);
    if (!last.swiping) return;
    const row = event.currentTarget;
    delete row.dataset.held;
    row.style.removeProperty('--drag');
    const speed = Math.abs(last.dx) / Math.max(1, event.timeStamp - last.at);
    const isFar = Math.abs(last.dx) > row.clientWidth * TURN_SHARE;
    if (turns && (isFar || speed > FLICK)) swipe(last.dx < 0 ? 1 : -1);
  };

  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      swiped.current = false;
      if (event.pointerType === 'mouse' || pages < 2 || moving) return;
      const { pointerId: id, clientX: x, timeStamp: at } = event;
      touch.current = { id, x, at, dx: 0, swiping: false };
      hold(true);
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const held = touch.current;
      if (held?.id !== event.pointerId) return;
      held.dx = event.clientX - held.x;
      if (!held.swiping && Math.abs(held.dx) < SLOP) return;
      const row = event.currentTarget;
      if (!held.swiping) {
        held.swiping = true;
        swiped.current = true;
        row.setPointerCapture(event.pointerId);
        row.dataset.held = '';
      }
      row.style.setProperty('--drag', `${held.dx}px`);
    },
    onPointerUp: (event: PointerEvent<HTMLElement>) => end(event, true),
    onPointerCancel: (event: PointerEvent<HTMLElement>) => end(event, false),
    /** Suppresses the click that ends a swipe. */
    onClickCapture: (event: MouseEvent) => {
      if (!swiped.current) return;
      swiped.current = false;
      event.preventDefault();
      event.stopPropagation();
    },
  };
}
