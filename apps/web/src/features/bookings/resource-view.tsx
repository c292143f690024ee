import { dayAfter, instantAt } from '@naru/contract/booking-slots';
import type { BookingDetail } from '@naru/contract/bookings';
import { useQuery } from '@tanstack/react-query';
import { useState, useSyncExternalStore } from 'react';
import { useHasRole } from '../../entities/member/me.ts';
import { clockNow, subscribeClock } from '../../lib/clock.ts';
import { koreanDay } from '../../lib/format/dates.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Field } from '../../ui/field.tsx';
import { LoadState } from '../../ui/load-state.tsx';
import { Select } from '../../ui/select.tsx';
import { dayLabel, rulesOf } from './booking-words.ts';
import { detailQuery } from './bookings.queries.ts';
import { type Choice, ConfirmSheet } from './confirm-sheet.tsx';
import { DayStrip } from './day-strip.tsx';
import { DrawCard } from './draw-card.tsx';
import { freeUnits, isOpenOn, lengthsFrom, type Slot, slotsOfDay } from './free-slots.ts';

/** Days of the strip, as many as one response has. */
const DAYS = 14;

/** One resource: the days, what is free, and a booking with two presses. */
export function ResourceView({ id }: { id: number }) {
  const today = koreanDay(useSyncExternalStore(subscribeClock, clockNow));
  const [from, setFrom] = useState(today);
  const query = useQuery(detailQuery(id, from));
  const { data } = query;
  if (!data) {
    return (
      <Card className="overflow-hidden">
        <LoadState query={query} failed="예약 화면을 불러오지 못했습니다." rows={5} />
      </Card>
    );
  }
  const isLoading = query.isPlaceholderData;
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
  const [day, setDay] = useState(from);
  const last = dayAfter(today, resource.aheadDays);
  const days = Array.from({ length: DAYS }, (_, at) => dayAfter(from, at));
  const shown = days.includes(day) ? day : from;
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
        {resource.span !== 'TERM' && (
          <DayStrip
            days={days}
            shown={shown}
            isOpen={(one) => one <= last && isOpenOn(detail, one)}
            onDay={setDay}
            onEarlier={from > today ? () => onFrom(dayAfter(from, -DAYS)) : undefined}
            onLater={dayAfter(from, DAYS) <= last ? () => onFrom(dayAfter(from, DAYS)) : undefined}
          />
        )}
        {units.length > 1 && resource.span !== 'TERM' && (
          <div className="min-w-0 px-5 max-md:px-4">
            <Field label="자리">
              <Select
                options={units.map((unit) => ({ value: String(unit.id), label: unit.name }))}
                placeholder="아무 자리"
                value={unitId === null ? '' : String(unitId)}
                onChange={({ target }) => setUnitId(target.value ? Number(target.value) : null)}
              />
            </Field>
          </div>
        )}
        <fieldset disabled={!isProven || isLoading} className="min-w-0 px-5 max-md:px-4">
          {!isProven && (
            <p className="pb-4 text-ink-3 text-md">학생 인증을 받으면 예약할 수 있습니다.</p>
          )}
          <Picker detail={detail} day={shown} unitId={unitId} onChoice={setChoice} />
        </fieldset>
      </Card>
      {resource.way === 'LOTTERY' && <DrawCard resource={resource} />}
      {choice && (
        <ConfirmSheet
          resource={resource}
          unitName={units.find((unit) => unit.id === choice.unitId)?.name ?? null}
          choice={choice}
          onClose={() => setChoice(null)}
        />
      )}
    </div>
  );
}

type PickerProps = {
  detail: BookingDetail;
  day: string;
  unitId: number | null;
  onChoice: (choice: Choice) => void;
};

function Picker(props: PickerProps) {
  const { span } = props.detail.resource;
  if (span === 'TERM') return <TermPicker {...props} />;
  return span === 'DAYS' ? <DaysPicker {...props} /> : <SlotPicker {...props} />;
}

function SlotPicker({ detail, day, unitId, onChoice }: PickerProps) {
  const now = useSyncExternalStore(subscribeClock, clockNow);
  const { slotMinutes } = detail.resource;
  const slots = slotsOfDay(detail, day, { unitId, now });
  const coming = slots.filter(({ isPast }) => !isPast);
  if (coming.length === 0) {
    return <p className="py-4 text-ink-3 text-md">이날은 예약할 수 있는 시간이 없습니다.</p>;
  }
  const choose = (slot: Slot) => {
    const ends = lengthsFrom(detail, slots, slot, unitId).map(({ endsAt }, at) => ({
      endsAt,
      label: `${lengthText((at + 1) * slotMinutes)} (${endsAt.slice(11, 16)}까지)`,
    }));
    onChoice({ startsAt: slot.startsAt, ends, unitId, waits: slot.free === 0 });
  };
  return (
    <ul aria-label={dayLabel(day)} className="grid grid-cols-2 gap-2 sm:grid-cols-4">
      {coming.map((slot) => (
        <li key={slot.startsAt}>
          <SlotButton
            slot={slot}
            units={unitId === null ? detail.units.length : 1}
            onChoose={() => choose(slot)}
          />
        </li>
      ))}
    </ul>
  );
}

type SlotButtonProps = { slot: Slot; units: number; onChoose: () => void };

function SlotButton({ slot, units, onChoose }: SlotButtonProps) {
  const { startsAt, free, isMine } = slot;
  return (
    <Button block disabled={isMine} onClick={onChoose}>
      <span className="tabular-nums">{startsAt.slice(11, 16)}</span>{' '}
      <span className={free > 0 && !isMine ? 'text-sea text-sm' : 'text-ink-3 text-sm'}>
        {slotText(free, units, isMine)}
      </span>
    </Button>
  );
}

function slotText(free: number, units: number, isMine: boolean): string {
  if (isMine) return '내 예약';
  if (free === 0) return '예약됨 · 대기';
  return units === 1 ? '가능' : `${free}자리`;
}

const lengthText = (minutes: number) =>
  [minutes >= 60 && `${Math.floor(minutes / 60)}시간`, minutes % 60 > 0 && `${minutes % 60}분`]
    .filter(Boolean)
    .join(' ');

function DaysPicker({ detail, day, unitId, onChoice }: PickerProps) {
  const { resource, mine } = detail;
  const startsAt = instantAt(day, 0);
  const endOf = (count: number) => instantAt(dayAfter(day, count), 0);
  const isMine = mine.some((one) => one.startsAt < endOf(1) && one.endsAt > startsAt);
  const free = freeUnits(detail, { startsAt, endsAt: endOf(1) }, unitId).length;
  const ends = Array.from({ length: resource.lengthMax }, (_, at) => at + 1)
    .filter((count) => isOpenOn(detail, dayAfter(day, count - 1)))
    .filter(
      (count) =>
        free === 0 || freeUnits(detail, { startsAt, endsAt: endOf(count) }, unitId).length > 0,
    )
    .map((count) => ({
      endsAt: endOf(count),
      label: `${count}일 (${dayLabel(dayAfter(day, count - 1))}까지)`,
    }));
  if (!isOpenOn(detail, day)) {
    return (
      <p className="py-4 text-ink-3 text-md">이날은 빌릴 수 없습니다. 다른 날을 골라 주세요.</p>
    );
  }
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p className="text-md">
        <span className="font-semibold">{dayLabel(day)}부터</span>{' '}
        <span className="text-ink-3">{isMine ? '내 예약' : `${free}개 남음`}</span>
      </p>
      <Button
        variant="primary"
        disabled={isMine || ends.length === 0}
        onClick={() => onChoice({ startsAt, ends, unitId, waits: free === 0 })}
      >
        {free === 0 ? '대기' : '빌리기'}
      </Button>
    </div>
  );
}

function TermPicker({ detail, onChoice }: PickerProps) {
  const now = useSyncExternalStore(subscribeClock, clockNow);
  const { resource, mine } = detail;
  const { termStartsOn, termEndsOn, closesAt, drawnAt, free, units } = resource;
  if (termStartsOn === null || termEndsOn === null) return null;
  const isDraw = resource.way === 'LOTTERY' && drawnAt === null;
  const isClosed = isDraw && closesAt !== null && Date.parse(closesAt) <= now;
  const waits = !isDraw && free === 0;
  const startsAt = instantAt(termStartsOn, 0);
  const endsAt = instantAt(dayAfter(termEndsOn), 0);
  const ends = [{ endsAt, label: '' }];
  // Something of an earlier term does not count.
  const isMine = mine.some((one) => one.startsAt < endsAt && one.endsAt > startsAt);
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p className="text-md">
        <span className="font-semibold">
          {dayLabel(termStartsOn)}–{dayLabel(termEndsOn)}
        </span>{' '}
        <span className="text-ink-3">
          {units}개 중 {free}개 남음
        </span>
      </p>
      <Button
        variant="primary"
        disabled={isMine || isClosed}
        onClick={() => onChoice({ startsAt, ends, unitId: null, waits })}
      >
        {termText({ isMine, isClosed, isDraw, waits })}
      </Button>
    </div>
  );
}

type TermState = Record<'isMine' | 'isClosed' | 'isDraw' | 'waits', boolean>;

function termText({ isMine, isClosed, isDraw, waits }: TermState): string {
  if (isMine) return '내 예약';
  if (isClosed) return '신청 마감';
  if (isDraw) return '추첨 신청';
  return waits ? '대기' : '예약';
}
