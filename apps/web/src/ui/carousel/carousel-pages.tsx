import { type CSSProperties, type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { cx } from '../cx.ts';
import { SLIDE_MS } from './carousel-state.ts';
import type { Carousel } from './use-carousel.ts';
import { useSwipe } from './use-swipe.ts';

type CarouselPagesProps = {
  carousel: Carousel;
  /** Label of a page; `1 / 3` is appended. */
  label: string;
  /** Renders a page; called again for its clone. */
  renderPage: (page: number) => ReactNode;
  className?: string;
};

declare module 'react' {
  interface CSSProperties {
    '--at'?: number;
    '--slide'?: string;
  }
}

/** The row of pages with a clone at both ends; only the visible page is focusable. */
export function CarouselPages(props: CarouselPagesProps) {
  const { carousel, label, renderPage, className } = props;
  const { pages, page, position, moving } = carousel;
  const swipe = useSwipe(carousel);
  const frame = useFocusOnTurn(page);

  const loops = pages > 1;
  const positions = Array.from({ length: pages + (loops ? 2 : 0) }, (_, at) =>
    loops ? at - 1 : at,
  );
  const style: CSSProperties = {
    '--at': loops ? position + 1 : 0,
    '--slide': moving ? `${SLIDE_MS}ms` : '0ms',
  };
  return (
    <div {...frame} className={cx('overflow-clip', className)}>
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
