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
      <input
        type="checkbox"
        {...rest}
        {...controlProps}
        className="mt-[0.2em] size-[18px] shrink-0 accent-sea"
      />
      <span>{label}</span>
    </label>
  );
}
