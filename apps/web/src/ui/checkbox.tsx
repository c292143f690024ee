import { Check } from 'lucide-react';
import type { InputHTMLAttributes, ReactNode, Ref } from 'react';
import { cx } from './cx.ts';
import { useFieldControl } from './field.tsx';

type CheckboxProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> & {
  ref?: Ref<HTMLInputElement>;
  label: ReactNode;
};

export function Checkbox({ label, className, ...rest }: CheckboxProps) {
  const controlProps = useFieldControl(rest);
  return (
    <label
      htmlFor={controlProps.id}
      className={cx(
        'inline-flex items-start gap-2.5 text-md max-md:min-h-11 max-md:py-2',
        className,
      )}
    >
      {/* Drawn here: what browsers draw in the dark has too little contrast. */}
      <span className="relative mt-[0.2em] grid size-[18px] shrink-0 place-items-center">
        <input
          type="checkbox"
          {...rest}
          {...controlProps}
          className="peer col-start-1 row-start-1 size-full appearance-none rounded-[4px] border-2 border-ink-3 bg-paper checked:border-sea checked:bg-sea disabled:opacity-50 forced-colors:appearance-auto"
        />
        <Check
          size={14}
          strokeWidth={3.5}
          aria-hidden="true"
          className="pointer-events-none invisible col-start-1 row-start-1 text-on-sea peer-checked:visible forced-colors:hidden"
        />
      </span>
      <span>{label}</span>
    </label>
  );
}
