import { type ReactNode, useId } from 'react';
import { cx } from './cx.ts';

type SegmentedProps<V extends string> = {
  label: string;
  items: readonly { value: V; label: ReactNode; disabled?: boolean }[];
  value: V;
  onChange: (value: V) => void;
  className?: string;
};

/** Radio buttons as a joined bar, for few options. */
export function Segmented<V extends string>(props: SegmentedProps<V>) {
  const name = useId();
  return (
    <fieldset
      className={cx(
        'inline-grid auto-cols-fr grid-flow-col gap-1 rounded-ctl bg-deck p-1',
        props.className,
      )}
    >
      <legend className="sr-only">{props.label}</legend>
      {props.items.map((item) => (
        <label
          key={item.value}
          className="flex items-center justify-center gap-1.5 whitespace-nowrap rounded-md px-3 py-1 font-semibold text-ink-2 text-sm hover:text-ink has-checked:bg-paper has-disabled:opacity-50 has-checked:text-ink has-checked:shadow-card has-focus-visible:outline-2 has-focus-visible:outline-focus max-md:min-h-11"
        >
          <input
            type="radio"
            name={name}
            value={item.value}
            checked={item.value === props.value}
            disabled={item.disabled}
            onChange={() => props.onChange(item.value)}
            className="sr-only"
          />
          {item.label}
        </label>
      ))}
    </fieldset>
  );
}
