import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { Card } from '../../ui/card.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { CafeteriaDayView } from './cafeteria-day-view.tsx';
import { addDays, isInReach, nameOfDay, todayInKorea } from './cafeteria-days.ts';
import { mealDayQuery } from './meal-day.ts';

const DATE = 'flex min-h-12 flex-col items-center justify-center font-semibold leading-tight';

/** The meals of a day, which its arrows turn; at first of `first`. */
export function TodaysCafeteria({ first }: { first?: string | undefined }) {
  const client = useQueryClient();
  const today = todayInKorea();
  const [chosen, setChosen] = useState(first ?? today);
  // After midnight the chosen day may be out of reach.
  const day = isInReach(chosen, today) ? chosen : today;
  const { data, error, refetch } = useQuery(mealDayQuery(day));

  /** Prefetches on hover or focus of the arrows, so that an untouched page costs one request. */
  const prefetchNeighbours = (around: string) => {
    for (const step of [-1, 1]) {
      const neighbour = addDays(around, step);
      if (isInReach(neighbour, today)) void client.prefetchQuery(mealDayQuery(neighbour));
    }
  };
  const choose = (next: string) => {
    setChosen(next);
    prefetchNeighbours(next);
  };
  const arrow = (step: -1 | 1) => {
    const target = addDays(day, step);
    return { disabled: !isInReach(target, today), onClick: () => choose(target) };
  };

  const isToday = day === today;
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: only prefetches, the buttons act */}
      <div
        className="flex items-center justify-between"
        onPointerEnter={() => prefetchNeighbours(day)}
        onFocus={() => prefetchNeighbours(day)}
      >
        <IconButton label="전날 식단" tooltip={false} {...arrow(-1)}>
          <ChevronLeft size={20} />
        </IconButton>
        {isToday ? (
          <p className={DATE}>
            <time dateTime={day}>{nameOfDay(day)}</time>
            <span className="text-tide text-xs">오늘</span>
          </p>
        ) : (
          <button
            type="button"
            onClick={() => choose(today)}
            className={`${DATE} rounded-ctl px-3 hover:bg-hover`}
          >
            <time dateTime={day}>{nameOfDay(day)}</time>
            <span className="text-sea text-xs">오늘 식단 보기</span>
          </button>
        )}
        <IconButton label="다음 날 식단" tooltip={false} {...arrow(1)}>
          <ChevronRight size={20} />
        </IconButton>
      </div>
      <CafeteriaDayView menu={data} error={error} onRetry={() => void refetch()} />
    </>
  );
}

export function CafeteriaCard() {
  return (
    <Card as="section" aria-label="오늘의 식단" className="min-w-0 px-5 pt-4 pb-4">
      <h2 className="pb-1 font-bold text-lg">오늘의 식단</h2>
      <TodaysCafeteria />
    </Card>
  );
}
