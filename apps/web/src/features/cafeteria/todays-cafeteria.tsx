import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '../../ui/icon-button.tsx';
import { menuDayQuery } from './cafeteria.queries.ts';
import { MENU_TEXTS } from './cafeteria.texts.ts';
import { MenuDayView } from './cafeteria-day-view.tsx';
import { addDays, isInReach, nameOfDay, todayInKorea } from './cafeteria-days.ts';

const DATE = 'flex min-h-12 flex-col items-center justify-center font-semibold leading-tight';

/** The menus of today, and by arrows of the 14 days around it. */
export function TodaysMenu() {
  const client = useQueryClient();
  const today = todayInKorea();
  const [chosen, setChosen] = useState(today);
  // A page that stands open over midnight may hold a day that has left the reach.
  const day = isInReach(chosen, today) ? chosen : today;
  const { data, error, refetch } = useQuery(menuDayQuery(day));

  /** Asked for when a hand is near the arrows, so that a page nobody touches costs one call. */
  const lookAhead = (around: string) => {
    for (const step of [-1, 1]) {
      const neighbour = addDays(around, step);
      if (isInReach(neighbour, today)) void client.prefetchQuery(menuDayQuery(neighbour));
    }
  };
  const choose = (next: string) => {
    setChosen(next);
    lookAhead(next);
  };
  const arrow = (step: -1 | 1) => {
    const target = addDays(day, step);
    return { disabled: !isInReach(target, today), onClick: () => choose(target) };
  };

  const isToday = day === today;
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: looks ahead only, the buttons act */}
      <div
        className="flex items-center justify-between"
        onPointerEnter={() => lookAhead(day)}
        onFocus={() => lookAhead(day)}
      >
        <IconButton label="전날 식단" tooltip={false} {...arrow(-1)}>
          <ChevronLeft size={20} aria-hidden="true" />
        </IconButton>
        {isToday ? (
          <p className={DATE}>
            <time dateTime={day}>{nameOfDay(day)}</time>
            <span className="text-tide text-xs">{MENU_TEXTS.today}</span>
          </p>
        ) : (
          <button
            type="button"
            onClick={() => choose(today)}
            className={`${DATE} rounded-ctl px-3 hover:bg-hover`}
          >
            <time dateTime={day}>{nameOfDay(day)}</time>
            <span className="text-sea text-xs">{MENU_TEXTS.back}</span>
          </button>
        )}
        <IconButton label="다음 날 식단" tooltip={false} {...arrow(1)}>
          <ChevronRight size={20} aria-hidden="true" />
        </IconButton>
      </div>
      <MenuDayView menu={data} error={error} onRetry={() => void refetch()} />
    </>
  );
}
