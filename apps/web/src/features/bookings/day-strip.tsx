import { ChevronLeft, ChevronRight } from 'lucide-react';
import { cx } from '../../ui/cx.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { dayLabel, weekdayName } from './booking-words.ts';

type DayStripProps = {
  days: readonly string[];
  shown: string;
  isOpen: (day: string) => boolean;
  onDay: (day: string) => void;
  /** Undefined where there is nothing to go to. */
  onEarlier: (() => void) | undefined;
  onLater: (() => void) | undefined;
};

/** Two weeks of days in a row that scrolls. */
export function DayStrip({ days, shown, isOpen, onDay, onEarlier, onLater }: DayStripProps) {
  return (
    <div className="flex min-w-0 items-center gap-1 px-2">
      <IconButton label="이전 2주" tooltip={false} disabled={!onEarlier} onClick={onEarlier}>
        <ChevronLeft size={20} />
      </IconButton>
      <ul aria-label="날짜" className="flex min-w-0 flex-1 gap-1 overflow-x-auto p-0.5">
        {days.map((day) => (
          <li key={day}>
            <button
              type="button"
              aria-label={dayLabel(day)}
              aria-pressed={day === shown}
              disabled={!isOpen(day)}
              onClick={() => onDay(day)}
              className={cx(
                'grid size-11 shrink-0 place-items-center rounded-ctl py-1 text-sm disabled:opacity-50',
                day === shown ? 'bg-sea text-on-sea' : 'hover:bg-hover',
              )}
            >
              <span>{weekdayName(day)}</span>
              <span className="font-semibold tabular-nums">{Number(day.slice(8, 10))}</span>
            </button>
          </li>
        ))}
      </ul>
      <IconButton label="다음 2주" tooltip={false} disabled={!onLater} onClick={onLater}>
        <ChevronRight size={20} />
      </IconButton>
    </div>
  );
}
