import type { BusyPerson } from '@naru/contract/shared-timetables';
import {
  clockText,
  DAY_NAMES,
  DAYS,
  type Day,
  endOf,
  type Schedule,
  scheduleAt,
  startOf,
} from '@naru/contract/timetable';
import { cx } from '../../../ui/cx.ts';
import { dayName, formatHours, formatSchedules } from '../days.ts';

/** The part of a day in which free time counts, in minutes. */
const DAY_START = 9 * 60;
const DAY_END = 21 * 60;

const WEEKDAYS = 5;
/** Shorter gaps between lectures are breaks. */
const SHORTEST = 15;

/** A part of a day in which the same people are busy. */
type Span = Schedule & { busy: readonly string[] };

/** Monday to Friday, and weekend days on which somebody is busy. */
export function comparedDays(people: readonly BusyPerson[]): readonly Day[] {
  const used = DAYS.slice(WEEKDAYS).filter((day) =>
    people.some(({ busy }) => busy.some((slot) => slot.dow === day)),
  );
  return [...DAYS.slice(0, WEEKDAYS), ...used];
}

/** Splits a day where somebody begins or ends to be busy. */
export function spansOf(people: readonly BusyPerson[], day: Day): Span[] {
  const slots = people.flatMap(({ nickname, busy }) =>
    busy.filter(({ dow }) => dow === day).map((slot) => ({ slot, nickname })),
  );
  const edges = slots.flatMap(({ slot }) => [startOf(slot), endOf(slot)]);
  const times = [DAY_START, ...edges.filter(isInside), DAY_END].sort((a, b) => a - b);
  return times.flatMap((from, at) => {
    const to = times[at + 1];
    if (to === undefined || to === from) return [];
    const busy = slots.filter(({ slot }) => startOf(slot) < to && endOf(slot) > from);
    return { ...scheduleAt(day, from, to), busy: busy.map(({ nickname }) => nickname) };
  });
}

function isInside(minute: number): boolean {
  return minute > DAY_START && minute < DAY_END;
}

/** The spans in which nobody is busy, without breaks. */
export function freeSpans(people: readonly BusyPerson[], day: Day): Span[] {
  return spansOf(people, day).filter(
    (span) => span.busy.length === 0 && endOf(span) - startOf(span) >= SHORTEST,
  );
}

const HOURS = Array.from({ length: (DAY_END - DAY_START) / 60 }, (_, at) => DAY_START + at * 60);

/** A week with the time that all have free, once as a picture and once as a list. */
export function CommonWeek({ people }: { people: readonly BusyPerson[] }) {
  const days = comparedDays(people);
  return (
    <div className="grid gap-5">
      <div aria-hidden="true" className="flex text-xs max-md:text-2xs">
        <div className="w-11 shrink-0 pt-7">
          {HOURS.map((minute) => (
            <p key={minute} className="h-9 pr-1.5 text-right text-ink-3 leading-none">
              {clockText(minute)}
            </p>
          ))}
        </div>
        {days.map((day) => (
          <div key={day} className="min-w-0 flex-1">
            <p className="h-7 text-center font-bold text-ink-2 text-md">{DAY_NAMES[day]}</p>
            <DayColumn spans={spansOf(people, day)} total={people.length} />
          </div>
        ))}
      </div>
      <section aria-labelledby="free-times">
        <h2 id="free-times" className="mb-1.5 font-bold text-md">
          모두 비는 시간
        </h2>
        <ul className="grid gap-1 text-md">
          {days.map((day) => (
            <li key={day}>
              <span className="font-semibold">{dayName(day)}</span>{' '}
              <FreeTimes people={people} day={day} />
            </li>
          ))}
        </ul>
      </section>
      <section aria-labelledby="busy-times">
        <h2 id="busy-times" className="mb-1.5 font-bold text-md">
          바쁜 시간
        </h2>
        <ul className="grid gap-1 text-ink-2 text-md">
          {people.map(({ id, nickname, busy }) => (
            <li key={id}>
              <bdi className="block font-semibold">{nickname}</bdi>
              {busy.length === 0 ? '없음' : formatSchedules(busy)}
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}

function FreeTimes({ people, day }: { people: readonly BusyPerson[]; day: Day }) {
  const free = freeSpans(people, day);
  return <>{free.length === 0 ? '없음' : free.map(formatHours).join(', ')}</>;
}

function DayColumn({ spans, total }: { spans: readonly Span[]; total: number }) {
  return (
    <div
      className="relative border-line border-l bg-[length:100%_2.25rem] bg-[linear-gradient(var(--color-line)_1px,transparent_1px)]"
      style={{ height: `${HOURS.length * 2.25}rem` }}
    >
      {spans.map((span) => (
        <div
          key={startOf(span)}
          className="absolute inset-x-0 p-px"
          style={{ top: rem(startOf(span) - DAY_START), height: rem(endOf(span) - startOf(span)) }}
        >
          <p
            className={cx(
              'h-full overflow-hidden rounded-sm px-1 py-0.5 leading-tight',
              span.busy.length === 0 ? 'bg-tide-weak font-bold text-tide' : 'bg-deck text-ink-2',
            )}
          >
            {labelOf(span, total)}
          </p>
        </div>
      ))}
    </div>
  );
}

function labelOf(span: Span, total: number): string {
  if (endOf(span) - startOf(span) < 30) return '';
  if (span.busy.length === 0) return '모두 빔';
  return span.busy.length === total ? '모두 바쁨' : `${span.busy.length}명 바쁨`;
}

function rem(minutes: number): string {
  return `${(minutes / 60) * 2.25}rem`;
}
