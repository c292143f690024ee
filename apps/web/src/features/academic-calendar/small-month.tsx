import type { AcademicDate } from '@naru/contract/academic-calendar';
import { cx } from '../../ui/cx.ts';
import { DOT_LOOKS, nameOfDay, WEEKDAYS } from './calendar-days.ts';

const DOTS = 3;

type SmallMonthProps = {
  month: string;
  weeks: readonly (readonly string[])[];
  dates: readonly AcademicDate[] | undefined;
  today: string;
  /** The day whose dates are listed; null for all. */
  chosen: string | null;
  onChoose: (day: string | null) => void;
};

/** A month for phones: days with dates have dots and can be chosen for the list below. */
export function SmallMonth(props: SmallMonthProps) {
  const { month, weeks, dates = [], today, chosen, onChoose } = props;
  return (
    <div className="grid grid-cols-7 px-1 pb-2 text-center">
      {WEEKDAYS.map((name) => (
        <span key={name} aria-hidden="true" className="py-1.5 font-semibold text-ink-3 text-xs">
          {name}
        </span>
      ))}
      {weeks.flat().map((day) => (
        <SmallDay
          key={day}
          day={day}
          isInMonth={day.startsWith(month)}
          isToday={day === today}
          isChosen={day === chosen}
          dates={dates.filter(({ startsOn, endsOn }) => startsOn <= day && endsOn >= day)}
          onChoose={() => onChoose(day === chosen ? null : day)}
        />
      ))}
    </div>
  );
}

type SmallDayProps = {
  day: string;
  isInMonth: boolean;
  isToday: boolean;
  isChosen: boolean;
  dates: readonly AcademicDate[];
  onChoose: () => void;
};

function SmallDay({ day, isInMonth, isToday, isChosen, dates, onChoose }: SmallDayProps) {
  const number = (
    <>
      <span
        aria-hidden="true"
        className={cx(
          'grid size-7 place-items-center rounded-full text-sm tabular-nums',
          isToday && 'bg-sea font-bold text-on-sea',
          !isToday && (isInMonth ? 'text-ink' : 'text-ink-3'),
        )}
      >
        {Number(day.slice(8))}
      </span>
      <span aria-hidden="true" className="flex h-1.5 gap-0.5">
        {dates.slice(0, DOTS).map(({ id, kind }) => (
          <span key={id} className={cx('size-1.5 rounded-full', DOT_LOOKS[kind])} />
        ))}
      </span>
    </>
  );
  const current = isToday ? 'date' : undefined;
  const look = 'grid min-h-11 content-center justify-items-center rounded-ctl';
  if (dates.length === 0) {
    return (
      <time dateTime={day} aria-current={current} className={look}>
        <span className="sr-only">{nameOfDay(day)}</span>
        {number}
      </time>
    );
  }
  return (
    <button
      type="button"
      aria-label={`${nameOfDay(day)}, 일정 ${dates.length}개`}
      aria-current={current}
      aria-pressed={isChosen}
      onClick={onChoose}
      className={cx(look, isChosen ? 'bg-sea-weak' : 'hover:bg-hover')}
    >
      {number}
    </button>
  );
}
