import { dayAfter } from '@naru/contract/booking-slots';
import type { BookingDetail } from '@naru/contract/bookings';
import { useQuery } from '@tanstack/react-query';
import { useState, useSyncExternalStore } from 'react';
import { useHasRole } from '../../entities/member/me.ts';
import { clockNow, subscribeClock } from '../../lib/clock.ts';
import { koreanDay } from '../../lib/format/dates.ts';
import { Card } from '../../ui/card.tsx';
import { cx } from '../../ui/cx.ts';
import { Field } from '../../ui/field.tsx';
import { LoadState } from '../../ui/load-state.tsx';
import { Select } from '../../ui/select.tsx';
import { dayLabel, rulesOf, weekdayName } from './booking-words.ts';
import { detailQuery } from './bookings.queries.ts';
import { type Choice, ConfirmSheet } from './confirm-sheet.tsx';
import { DrawCard } from './draw-card.tsx';
import { isOpenOn } from './free-slots.ts';
import { Picker } from './picker.tsx';
import { Turner } from './turner.tsx';

/** Days of the strip, as many as one response has. */
const DAYS = 14;

/** One resource: the days, what is free, and a booking with two presses. */
export function ResourceView({ id }: { id: number }) {
  const today = koreanDay(useSyncExternalStore(subscribeClock, clockNow));
  const [from, setFrom] = useState(today);
  const query = useQuery(detailQuery(id, from));
  const { data, isPlaceholderData: isLoading } = query;
  if (!data) {
    return (
      <Card className="overflow-hidden">
        <LoadState query={query} failed="예약 화면을 불러오지 못했습니다." rows={5} />
      </Card>
    );
  }
  return <Loaded detail={data} {...{ today, from, isLoading }} onFrom={setFrom} />;
}

type LoadedProps = {
  detail: BookingDetail;
  today: string;
  from: string;
  /** What is shown is of the days before. */
  isLoading: boolean;
  onFrom: (day: string) => void;
};

function Loaded({ detail, today, from, isLoading, onFrom }: LoadedProps) {
  const isProven = useHasRole('STUDENT');
  const { resource, units } = detail;
  const [unitId, setUnitId] = useState<number | null>(null);
  const [choice, setChoice] = useState<Choice | null>(null);
  const [chosenDay, setDay] = useState(from);
  const days = Array.from({ length: DAYS }, (_, at) => dayAfter(from, at));
  const day = days.includes(chosenDay) ? chosenDay : from;
  const isTerm = resource.span === 'TERM';
  return (
    <div className="grid gap-4">
      <Card className="grid gap-1 px-5 py-4 max-md:px-4">
        <p className="text-ink-2 text-md">{rulesOf(resource).join(' · ')}</p>
        {resource.note && (
          <p className="whitespace-pre-line text-ink-3 text-md [overflow-wrap:anywhere]">
            {resource.note}
          </p>
        )}
      </Card>
      <Card as="section" aria-label="예약 시간" className="grid gap-4 overflow-hidden py-4">
        {!isTerm && <DayStrip {...{ detail, days, day, today, onFrom }} onDay={setDay} />}
        {units.length > 1 && !isTerm && (
          <div className="min-w-0 px-5 max-md:px-4">
            <Field label="자리">
              <Select
                options={units.map((unit) => ({ value: String(unit.id), label: unit.name }))}
                placeholder="아무 자리"
                value={unitId ?? ''}
                onChange={({ target }) => setUnitId(target.value ? Number(target.value) : null)}
              />
            </Field>
          </div>
        )}
        <fieldset disabled={!isProven || isLoading} className="min-w-0 px-5 max-md:px-4">
          {!isProven && (
            <p className="pb-4 text-ink-3 text-md">학생 인증을 받으면 예약할 수 있습니다.</p>
          )}
          <Picker {...{ detail, day, unitId }} onChoice={setChoice} />
        </fieldset>
      </Card>
      {resource.way === 'LOTTERY' && <DrawCard resource={resource} />}
      {choice && <ConfirmSheet detail={detail} choice={choice} onClose={() => setChoice(null)} />}
    </div>
  );
}

/** `12/1` */
const monthAndDay = (day: string) => `${Number(day.slice(5, 7))}/${Number(day.slice(8))}`;

type DayStripProps = Pick<LoadedProps, 'detail' | 'today' | 'onFrom'> & {
  days: readonly string[];
  day: string;
  onDay: (day: string) => void;
};

/** Two weeks of days in a row that scrolls. */
function DayStrip({ detail, days, day, today, onDay, onFrom }: DayStripProps) {
  const [from = today] = days;
  const next = dayAfter(from, DAYS);
  const last = dayAfter(today, detail.resource.aheadDays);
  return (
    <div className="min-w-0 px-2">
      <Turner
        by="2주"
        onEarlier={from > today ? () => onFrom(dayAfter(from, -DAYS)) : undefined}
        onLater={next <= last ? () => onFrom(next) : undefined}
      >
        <ul aria-label="날짜" className="flex min-w-0 flex-1 gap-1 overflow-x-auto p-0.5">
          {days.map((one) => (
            <li key={one}>
              <button
                type="button"
                aria-label={dayLabel(one)}
                aria-pressed={one === day}
                disabled={one > last || !isOpenOn(detail, one)}
                onClick={() => onDay(one)}
                className={cx(
                  'grid size-11 shrink-0 place-items-center rounded-ctl py-1 text-sm disabled:opacity-50',
                  one === day ? 'bg-sea text-on-sea' : 'hover:bg-hover',
                )}
              >
                <span>{weekdayName(one)}</span>
                <span className="font-semibold tabular-nums">
                  {one === from || one.endsWith('-01') ? monthAndDay(one) : Number(one.slice(8))}
                </span>
              </button>
            </li>
          ))}
        </ul>
      </Turner>
    </div>
  );
}
