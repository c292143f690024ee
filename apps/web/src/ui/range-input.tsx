import { useFieldControl } from './field.tsx';

type RangeInputProps = {
  min: number;
  max: number;
  step: number;
  value: number;
  onValue: (value: number) => void;
};

/** The native slider. */
export function RangeInput({ onValue, ...rest }: RangeInputProps) {
  const controlProps = useFieldControl({});
  return (
    <input
      type="range"
      {...rest}
      {...controlProps}
      onChange={(event) => onValue(event.target.valueAsNumber)}
      className="h-10 w-full accent-sea"
    />
  );
}
