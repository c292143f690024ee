import { LIMITS } from '@naru/contract/limits';
import { DAYS, type Schedule } from '@naru/contract/timetable';
import { CircleAlert, Plus, X } from 'lucide-react';
import type { Ref } from 'react';
import { Button } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Select } from '../../../ui/select.tsx';
import { dayName, formatHour, formatPeriods } from '../days.ts';
import { addSlot, LAST_END, LAST_START, withEnd, withStart } from './slot-edit.ts';

type SlotFieldsProps = {
  ref?: Ref<HTMLFieldSetElement>;
  slots: readonly Schedule[];
  onSlots: (slots: Schedule[]) => void;
  error?: string | undefined;
};

const DAY_OPTIONS = DAYS.map((day) => ({ value: day, label: dayName(day) }));

function hourOptions(from: number, to: number) {
  return Array.from({ length: to - from + 1 }, (_, at) => ({
    value: String(from + at),
    label: formatHour(from + at),
  }));
}

const STARTS = hourOptions(0, LAST_START);

export function SlotFields({ ref, slots, onSlots, error }: SlotFieldsProps) {
  return (
    <fieldset
      ref={ref}
      tabIndex={-1}
      className="grid gap-2"
      aria-describedby={error ? 'lecture-times-error' : undefined}
    >
      <legend className="mb-1.5 font-semibold text-ink-2 text-md">강의 시간</legend>
      {slots.length === 0 && (
        <p className="text-ink-3 text-md">시간을 정하지 않은 강의로 만듭니다.</p>
      )}
      {slots.map((slot, at) => (
        <SlotRow
          // biome-ignore lint/suspicious/noArrayIndexKey: slots have no identity but their index
          key={`slot-${at + 1}`}
          label={`${at + 1}번째 시간`}
          slot={slot}
          onSlot={(next) => onSlots(slots.map((old, index) => (index === at ? next : old)))}
          onRemove={() => onSlots(slots.filter((_, index) => index !== at))}
        />
      ))}
      {error && (
        <p
          id="lecture-times-error"
          role="alert"
          className="flex items-start gap-1 font-medium text-buoy text-sm"
        >
          <CircleAlert size={15} className="mt-[3px] shrink-0" />
          {error}
        </p>
      )}
      {slots.length < LIMITS.lectureTimesMax && (
        <Button
          size="sm"
          variant="ghost"
          className="justify-self-start"
          icon={<Plus size={16} />}
          onClick={() => onSlots(addSlot(slots))}
        >
          시간 추가 ({slots.length}/{LIMITS.lectureTimesMax})
        </Button>
      )}
    </fieldset>
  );
}

type SlotRowProps = {
  label: string;
  slot: Schedule;
  onSlot: (slot: Schedule) => void;
  onRemove: () => void;
};

function SlotRow({ label, slot, onSlot, onRemove }: SlotRowProps) {
  const periods = formatPeriods(slot);
  return (
    <div className="grid grid-cols-[1fr_auto] items-center gap-x-2 gap-y-1.5 rounded-ctl bg-deck p-2">
      <div className="grid grid-cols-[1.2fr_1fr_auto_1fr] items-center gap-2 max-md:grid-cols-[1fr_auto_1fr]">
        <Select
          aria-label={`${label} 요일`}
          className="max-md:col-span-3"
          value={slot.dow}
          options={DAY_OPTIONS}
          onChange={({ target }) =>
            onSlot({ ...slot, dow: DAYS.find((day) => day === target.value) ?? slot.dow })
          }
        />
        <Select
          aria-label={`${label} 시작`}
          value={String(slot.startTime)}
          options={STARTS}
          onChange={({ target }) => onSlot(withStart(slot, Number(target.value)))}
        />
        <span aria-hidden="true" className="text-ink-3">
          ~
        </span>
        <Select
          aria-label={`${label} 끝`}
          value={String(slot.endTime)}
          options={hourOptions(slot.startTime + 1, LAST_END)}
          onChange={({ target }) => onSlot(withEnd(slot, Number(target.value)))}
        />
      </div>
      <IconButton label={`${label} 빼기`} tooltip={false} onClick={onRemove}>
        <X size={18} />
      </IconButton>
      {periods !== null && <p className="col-span-2 px-1 text-ink-3 text-sm">{periods}</p>}
    </div>
  );
}
