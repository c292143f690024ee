import { useFieldControl } from './field-context.ts';

type RangeInputProps = {
  min: number;
  max: number;
  step: number;
  value: number;
  onValue: (value: number) => void;
};

/** A slider; the platform's own, so that keys and screen readers work. */
export function RangeInput({ onValue, ...rest }: RangeInputProps) {
  const wiring = useFieldControl({});
  return (
    <input
      type="range"
      {...rest}
      {...wiring}
      onChange={(event) => onValue(event.target.valueAsNumber)}
      className="h-10 w-full accent-sea"
    />
  );
}
