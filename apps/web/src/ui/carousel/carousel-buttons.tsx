import { ChevronLeft, ChevronRight, Pause, Play } from 'lucide-react';
import type { ReactNode } from 'react';
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
  const button = (does: string, onClick: () => void, icon: ReactNode) => (
    <IconButton label={`${label} ${does}`} tooltip={false} onClick={onClick} className={className}>
      {icon}
    </IconButton>
  );
  return (
    <div className="flex items-center">
      {canRun &&
        button(
          stopped ? '자동 넘김 시작' : '자동 넘김 멈춤',
          carousel.toggle,
          <Sign size={15} aria-hidden="true" className="fill-current" />,
        )}
      {button('이전', carousel.previous, <ChevronLeft size={20} />)}
      <span
        aria-hidden="true"
        className={cx('min-w-9 text-center text-sm', brief && 'max-sm:hidden')}
      >
        {page + 1} / {pages}
      </span>
      {button('다음', carousel.next, <ChevronRight size={20} />)}
    </div>
  );
}
