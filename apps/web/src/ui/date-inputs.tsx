import type { Ref } from 'react';
import { controlClass, useFieldControl } from './field.tsx';

type DayInputProps = {
  ref?: Ref<HTMLInputElement>;
  /** YYYY-MM-DD, or empty. */
  value: string;
  onDay: (day: string) => void;
  min?: string;
  max?: string;
};

/** The native date picker. */
export function DayInput({ ref, value, onDay, min, max }: DayInputProps) {
  const controlProps = useFieldControl({});
  return (
    <input
      ref={ref}
      type="date"
      {...controlProps}
      value={value}
      min={min}
      max={max}
      onChange={({ target }) => onDay(target.value)}
      className={controlClass('h-10 px-3 max-md:h-11')}
    />
  );
}

type DateTimeInputProps = {
  /** YYYY-MM-DDTHH:mm in Korean time, or empty. */
  value: string;
  onTime: (time: string) => void;
  min?: string;
};

/** The native picker of a date and a time. */
export function DateTimeInput({ value, onTime, min }: DateTimeInputProps) {
  const controlProps = useFieldControl({});
  return (
    <input
      type="datetime-local"
      {...controlProps}
      value={value}
      min={min}
      onChange={({ target }) => onTime(target.value)}
      className={controlClass('h-10 px-3 max-md:h-11')}
    />
  );
}
