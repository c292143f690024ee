import { ChevronLeft, ChevronRight, Pause, Play } from 'lucide-react';
import { cx } from '../cx.ts';
import { IconButton } from '../icon-button.tsx';
import type { Carousel } from './use-carousel.ts';

type CarouselButtonsProps = {
  carousel: Carousel;
  /** Names the carousel in the button labels. */
  label: string;
  /** Hides the page count on phones. */
  brief?: boolean;
  className?: string;
};

/** Pause, previous and next. Null for a single page. */
export function CarouselButtons({ carousel, label, brief, className }: CarouselButtonsProps) {
  const { pages, page, canRun, stopped } = carousel;
  if (pages < 2) return null;
  const Sign = stopped ? Play : Pause;
  return (
    <div className="flex items-center">
      {canRun && (
        <IconButton
          label={stopped ? `${label} 자동 넘김 시작` : `${label} 자동 넘김 멈춤`}
          tooltip={false}
          onClick={carousel.toggle}
          className={className}
        >
          <Sign size={15} aria-hidden="true" className="fill-current" />
        </IconButton>
      )}
      <IconButton
        label={`${label} 이전`}
        tooltip={false}
        onClick={carousel.previous}
        className={className}
      >
        <ChevronLeft size={20} aria-hidden="true" />
      </IconButton>
      <span
        aria-hidden="true"
        className={cx('min-w-9 text-center text-sm', brief && 'max-sm:hidden')}
      >
        {page + 1} / {pages}
      </span>
      <IconButton
        label={`${label} 다음`}
        tooltip={false}
        onClick={carousel.next}
        className={className}
      >
        <ChevronRight size={20} aria-hidden="true" />
      </IconButton>
    </div>
  );
}
