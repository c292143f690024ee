import { dayAfter, instantAt } from '@naru/contract/booking-slots';
import type { BookingDetail } from '@naru/contract/bookings';
import { useSyncExternalStore } from 'react';
import { clockNow, subscribeClock } from '../../lib/clock.ts';
import { Button } from '../../ui/button.tsx';
import { dayLabel, daysLabel, lengthLabel } from './booking-words.ts';
import type { Choice } from './confirm-sheet.tsx';
import { freeUnits, isMineAt, isOpenOn, lengthsFrom, type Slot, slotsOfDay } from './free-slots.ts';

type PickerProps = {
  detail: BookingDetail;
  day: string;
  /** Null: any unit. */
  unitId: number | null;
  onChoice: (choice: Choice) => void;
};

/** What of a day or term can be booked. */
export function Picker(props: PickerProps) {
  const { span } = props.detail.resource;
  if (span === 'TERM') return <TermPicker {...props} />;
  return span === 'DAYS' ? <DaysPicker {...props} /> : <SlotPicker {...props} />;
}

const Nothing = ({ text }: { text: string }) => <p className="py-4 text-ink-3 text-md">{text}</p>;

function SlotPicker({ detail, day, unitId, onChoice }: PickerProps) {
  const now = useSyncExternalStore(subscribeClock, clockNow);
  const slots = slotsOfDay(detail, day, { unitId, now });
  const coming = slots.filter(({ isPast }) => !isPast);
  if (coming.length === 0) return <Nothing text="이날은 예약할 수 있는 시간이 없습니다." />;
  const choose = (slot: Slot) => {
    const ends = lengthsFrom(detail, slots, slot, unitId).map(({ endsAt }, at) => ({
      endsAt,
      label: `${lengthLabel((at + 1) * detail.resource.slotMinutes)} (${endsAt.slice(11, 16)}까지)`,
    }));
    onChoice({ startsAt: slot.startsAt, ends, unitId, waits: slot.free === 0 });
  };
  const units = unitId === null ? detail.units.length : 1;
  return (
    <ul aria-label={dayLabel(day)} className="grid grid-cols-2 gap-2 sm:grid-cols-4">
      {coming.map((slot) => (
        <li key={slot.startsAt}>
          <Button block disabled={slot.isMine} onClick={() => choose(slot)}>
            <span className="tabular-nums">{slot.startsAt.slice(11, 16)}</span>{' '}
            <span
              className={slot.free > 0 && !slot.isMine ? 'text-sea text-sm' : 'text-ink-3 text-sm'}
            >
              {slotText(slot, units)}
            </span>
          </Button>
        </li>
      ))}
    </ul>
  );
}

function slotText({ free, isMine }: Slot, units: number): string {
  if (isMine) return '내 예약';
  if (free === 0) return '예약됨 · 대기';
  return units === 1 ? '가능' : `${free}자리`;
}

type OneChoiceProps = {
  time: string;
  hint: string;
  label: string;
  disabled: boolean;
  onPress: () => void;
};

function OneChoice({ time, hint, label, disabled, onPress }: OneChoiceProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p className="text-md">
        <span className="font-semibold">{time}</span> <span className="text-ink-3">{hint}</span>
      </p>
      <Button variant="primary" disabled={disabled} onClick={onPress}>
        {label}
      </Button>
    </div>
  );
}

function DaysPicker({ detail, day, unitId, onChoice }: PickerProps) {
  const startsAt = instantAt(day, 0);
  const until = (count: number) => ({ startsAt, endsAt: instantAt(dayAfter(day, count), 0) });
  const freeFor = (count: number) => freeUnits(detail, until(count), unitId).length;
  if (!isOpenOn(detail, day)) {
    return <Nothing text="이날은 빌릴 수 없습니다. 다른 날을 골라 주세요." />;
  }
  const isMine = isMineAt(detail, until(1));
  const free = freeFor(1);
  const ends = Array.from({ length: detail.resource.lengthMax }, (_, at) => at + 1)
    .filter((count) => isOpenOn(detail, dayAfter(day, count - 1)))
    .filter((count) => free === 0 || freeFor(count) > 0)
    .map((count) => ({
      endsAt: until(count).endsAt,
      label: `${count}일 (${dayLabel(dayAfter(day, count - 1))}까지)`,
    }));
  return (
    <OneChoice
      time={`${dayLabel(day)}부터`}
      hint={isMine ? '내 예약' : `${free}개 남음`}
      label={free === 0 ? '대기' : '빌리기'}
      disabled={isMine || ends.length === 0}
      onPress={() => onChoice({ startsAt, ends, unitId, waits: free === 0 })}
    />
  );
}

function TermPicker({ detail, onChoice }: PickerProps) {
  const now = useSyncExternalStore(subscribeClock, clockNow);
  const { termStartsOn, termEndsOn, closesAt, drawnAt, free, units, way } = detail.resource;
  if (termStartsOn === null || termEndsOn === null) return null;
  const isDraw = way === 'LOTTERY' && drawnAt === null;
  const isClosed = isDraw && closesAt !== null && Date.parse(closesAt) <= now;
  const waits = !isDraw && free === 0;
  const startsAt = instantAt(termStartsOn, 0);
  const endsAt = instantAt(dayAfter(termEndsOn), 0);
  // Something of an earlier term does not count.
  const isMine = isMineAt(detail, { startsAt, endsAt });
  return (
    <OneChoice
      time={daysLabel(termStartsOn, termEndsOn)}
      hint={`${units}개 중 ${free}개 남음`}
      label={termText({ isMine, isClosed, isDraw, waits })}
      disabled={isMine || isClosed}
      onPress={() => onChoice({ startsAt, ends: [{ endsAt, label: '' }], unitId: null, waits })}
    />
  );
}

type TermState = Record<'isMine' | 'isClosed' | 'isDraw' | 'waits', boolean>;

function termText({ isMine, isClosed, isDraw, waits }: TermState): string {
  if (isMine) return '내 예약';
  if (isClosed) return '신청 마감';
  if (isDraw) return '추첨 신청';
  return waits ? '대기' : '예약';
}
