import { LIMITS } from '@naru/contract/limits';
import { DAYS, endOf, MINUTE_STEP, type Schedule, startOf } from '@naru/contract/timetable';
import { CircleAlert, Plus, X } from 'lucide-react';
import type { Ref } from 'react';
import { Button } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Select } from '../../../ui/select.tsx';
import { dayName, formatPeriods } from '../days.ts';
import { addSlot, LAST_END, LAST_START, withEnd, withStart } from './lecture-form.ts';

type SlotFieldsProps = {
  ref?: Ref<HTMLFieldSetElement>;
  legend?: string;
  max?: number;
  /** Shown without a slot. */
  none?: string;
  slots: readonly Schedule[];
  onSlots: (slots: Schedule[]) => void;
  error?: string | undefined;
};

const DAY_OPTIONS = DAYS.map((day) => ({ value: day, label: dayName(day) }));

const MINUTES = Array.from({ length: 60 / MINUTE_STEP }, (_, at) => ({
  value: String(at * MINUTE_STEP),
  label: `${String(at * MINUTE_STEP).padStart(2, '0')}분`,
}));

function hourOptions(from: number, to: number) {
  return Array.from({ length: to - from + 1 }, (_, at) => ({
    value: String(from + at),
    label: `${from + at}시`,
  }));
}

export function SlotFields(props: SlotFieldsProps) {
  const { ref, slots, onSlots, error, max = LIMITS.lectureTimesMax } = props;
  return (
    <fieldset
      ref={ref}
      tabIndex={-1}
      className="grid gap-2"
      aria-describedby={error ? 'lecture-times-error' : undefined}
    >
      <legend className="mb-1.5 font-semibold text-ink-2 text-md">
        {props.legend ?? '강의 시간'}
      </legend>
      {slots.length === 0 && (
        <p className="text-ink-3 text-md">{props.none ?? '시간을 정하지 않은 강의로 만듭니다.'}</p>
      )}
      {slots.map((slot, at) => (
        <SlotRow
          // biome-ignore lint/suspicious/noArrayIndexKey: slots have no identity but their index
          key={`slot-${at + 1}`}
          nth={`${at + 1}번째`}
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
      {slots.length < max && (
        <Button
          size="sm"
          variant="ghost"
          className="justify-self-start"
          icon={<Plus size={16} />}
          onClick={() => onSlots(addSlot(slots, max))}
        >
          시간 추가 ({slots.length}/{max})
        </Button>
      )}
    </fieldset>
  );
}

type SlotRowProps = {
  nth: string;
  slot: Schedule;
  onSlot: (slot: Schedule) => void;
  onRemove: () => void;
};

function SlotRow({ nth, slot, onSlot, onRemove }: SlotRowProps) {
  const label = `${nth} 시간`;
  const periods = formatPeriods(slot);
  return (
    <div className="grid grid-cols-[1fr_auto] items-center gap-x-2 gap-y-1.5 rounded-ctl bg-deck p-2">
      <div className="grid grid-cols-[1fr_auto_1fr] items-center gap-2 max-md:grid-cols-1">
        <Select
          aria-label={`${label} 요일`}
          className="md:col-span-3"
          value={slot.dow}
          options={DAY_OPTIONS}
          onChange={({ target }) =>
            onSlot({ ...slot, dow: DAYS.find((day) => day === target.value) ?? slot.dow })
          }
        />
        <TimeSelects
          label={`${label} 시작`}
          minuteLabel={`${nth} 시작 분`}
          caption="시작"
          minute={startOf(slot)}
          first={0}
          last={LAST_START}
          onMinute={(minute) => onSlot(withStart(slot, minute))}
        />
        <span aria-hidden="true" className="text-ink-3 max-md:hidden">
          ~
        </span>
        <TimeSelects
          label={`${label} 끝`}
          minuteLabel={`${nth} 끝 분`}
          caption="끝"
          minute={endOf(slot)}
          first={startOf(slot) + MINUTE_STEP}
          last={LAST_END}
          onMinute={(minute) => onSlot(withEnd(slot, minute))}
        />
      </div>
      <IconButton label={`${label} 빼기`} tooltip={false} onClick={onRemove}>
        <X size={18} />
      </IconButton>
      {periods !== null && <p className="col-span-2 px-1 text-ink-3 text-sm">{periods}</p>}
    </div>
  );
}

type TimeSelectsProps = {
  label: string;
  minuteLabel: string;
  /** Shown where start and end stand below each other. */
  caption: '시작' | '끝';
  /** Of the day. */
  minute: number;
  first: number;
  last: number;
  onMinute: (minute: number) => void;
};

function TimeSelects({ minute, first, last, onMinute, ...names }: TimeSelectsProps) {
  const hour = Math.floor(minute / 60);
  return (
    <div className="grid grid-cols-2 items-center gap-1 max-md:grid-cols-[2rem_1fr_1fr]">
      <span aria-hidden="true" className="pl-1 text-ink-2 text-sm md:hidden">
        {names.caption}
      </span>
      <Select
        aria-label={names.label}
        value={String(hour)}
        options={hourOptions(Math.floor(first / 60), Math.floor(last / 60))}
        onChange={({ target }) => onMinute(Number(target.value) * 60 + (minute % 60))}
      />
      <Select
        aria-label={names.minuteLabel}
        value={String(minute % 60)}
        options={MINUTES}
        onChange={({ target }) => onMinute(hour * 60 + Number(target.value))}
      />
    </div>
  );
}
