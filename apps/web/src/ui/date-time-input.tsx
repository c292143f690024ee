import { controlClass, useFieldControl } from './field.tsx';

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
