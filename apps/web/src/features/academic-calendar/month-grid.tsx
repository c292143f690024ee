import type { AcademicDate } from '@naru/contract/academic-calendar';
import { ACADEMIC_KIND_NAMES } from '@naru/contract/academic-kinds';
import { cx } from '../../ui/cx.ts';
import { BAR_LOOKS, type Bar, barsOf, nameOfDay, spokenPeriod, WEEKDAYS } from './calendar-days.ts';

type MonthGridProps = {
  month: string;
  weeks: readonly (readonly string[])[];
  /** Undefined while loading. */
  dates: readonly AcademicDate[] | undefined;
  today: string;
  onOpen: (date: AcademicDate) => void;
};

/** A month for wide screens: a row for each week, with its dates as bars over their days. */
export function MonthGrid({ month, weeks, dates, today, onOpen }: MonthGridProps) {
  return (
    <div aria-busy={!dates}>
      <div aria-hidden="true" className="grid grid-cols-7 border-line border-b">
        {WEEKDAYS.map((name, at) => (
          <span
            key={name}
            className={cx('py-2 text-center font-semibold text-sm', weekdayLook(at))}
          >
            {name}
          </span>
        ))}
      </div>
      <ol aria-label="주">
        {weeks.map((week) => (
          <Week
            key={week[0]}
            {...{ week, month, today, onOpen }}
            bars={barsOf(dates ?? [], week)}
          />
        ))}
      </ol>
    </div>
  );
}

/** Sundays are red, Saturdays blue, as on Korean calendars. */
function weekdayLook(weekday: number): string {
  if (weekday === 0) return 'text-buoy';
  return weekday === 6 ? 'text-sea' : 'text-ink-2';
}

type WeekProps = Pick<MonthGridProps, 'month' | 'today' | 'onOpen'> & {
  week: readonly string[];
  bars: readonly Bar<AcademicDate>[];
};

function Week({ week, month, today, bars, onOpen }: WeekProps) {
  return (
    <li className="relative grid min-h-28 auto-rows-min grid-cols-7 gap-y-1 border-line border-b pb-2 last:border-b-0">
      {/* Lines between the days, behind the bars. */}
      <div aria-hidden="true" className="absolute inset-0 grid grid-cols-7">
        {week.map((day) => (
          <span
            key={day}
            className={cx('border-line not-first:border-l', !day.startsWith(month) && 'bg-deck')}
          />
        ))}
      </div>
      {week.map((day, at) => (
        <time
          key={day}
          dateTime={day}
          aria-current={day === today ? 'date' : undefined}
          style={{ gridColumn: at + 1, gridRow: 1 }}
          className="relative p-1.5"
        >
          <span className="sr-only">{nameOfDay(day)}</span>
          <span
            aria-hidden="true"
            className={cx(
              'grid size-7 place-items-center rounded-full font-semibold text-sm tabular-nums',
              day === today && 'bg-sea text-on-sea',
              day !== today && (day.startsWith(month) ? weekdayLook(at) : 'text-ink-3'),
            )}
          >
            {Number(day.slice(8))}
          </span>
        </time>
      ))}
      {bars.map(({ date, from, to, lane, isContinued, goesOn }) => (
        <button
          key={date.id}
          type="button"
          aria-label={`${date.title}, ${ACADEMIC_KIND_NAMES[date.kind]}, ${spokenPeriod(date)}`}
          onClick={() => onOpen(date)}
          style={{ gridColumn: `${from} / ${to + 1}`, gridRow: lane + 2 }}
          className={cx(
            'relative mx-1 truncate px-2 py-0.5 text-left font-semibold text-sm hover:underline focus-visible:outline-offset-0',
            BAR_LOOKS[date.kind],
            isContinued ? 'ml-0' : 'rounded-l-md',
            goesOn ? 'mr-0' : 'rounded-r-md',
          )}
        >
          {date.title}
        </button>
      ))}
    </li>
  );
}
