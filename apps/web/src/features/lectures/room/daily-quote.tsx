import { ChevronRight, Pause, Play, Quote } from 'lucide-react';
import { useState } from 'react';
import { Card } from '../../../ui/card.tsx';
import { useCarousel } from '../../../ui/carousel/use-carousel.ts';
import { IconButton } from '../../../ui/icon-button.tsx';

const SHOWN_MS = 6000;
const DAY_MS = 24 * 60 * 60 * 1000;
const KST_MS = 9 * 60 * 60 * 1000;

/** Rotates the list so that each Korean day starts with another quote. */
function fromToday(quotes: readonly string[], now: number): string[] {
  const first = Math.floor((now + KST_MS) / DAY_MS) % Math.max(1, quotes.length);
  return [...quotes.slice(first), ...quotes.slice(0, first)];
}

/** Rotates through the quotes; stays still under `prefers-reduced-motion`. */
export function DailyQuote(props: { quotes: readonly string[] }) {
  const [now] = useState(Date.now);
  const quotes = fromToday(props.quotes, now);
  const carousel = useCarousel({ pages: quotes.length, autoMs: SHOWN_MS });
  const { page, canRun, stopped, isRunning } = carousel;
  const ToggleIcon = stopped ? Play : Pause;
  if (quotes.length === 0) return null;
  return (
    <Card as="section" aria-label="오늘의 한마디" {...carousel.region} className="px-5 py-4">
      <div className="flex items-center gap-2">
        <Quote size={16} className="text-sea" />
        <h2 className="flex-1 font-bold text-md">오늘의 한마디</h2>
        <div className="-my-2 -mr-2 flex">
          {canRun && (
            <IconButton
              label={stopped ? '한마디 자동 넘김 시작' : '한마디 자동 넘김 멈춤'}
              onClick={carousel.toggle}
            >
              <ToggleIcon size={16} />
            </IconButton>
          )}
          {quotes.length > 1 && (
            <IconButton label="다음 한마디" onClick={carousel.next}>
              <ChevronRight size={18} />
            </IconButton>
          )}
        </div>
      </div>
      {/* All quotes share one grid cell: the card is as high as the longest and never jumps. */}
      <div aria-live={isRunning ? 'off' : 'polite'} className="mt-2 grid">
        {quotes.map((quote, index) => (
          <p
            key={quote}
            aria-hidden={index !== page || undefined}
            className={`col-start-1 row-start-1 text-ink-2 leading-[1.65] transition-opacity duration-300 ${index === page ? '' : 'invisible opacity-0'}`}
          >
            {quote}
          </p>
        ))}
      </div>
    </Card>
  );
}
