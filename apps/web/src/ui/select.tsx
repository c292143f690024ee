import { ChevronDown } from 'lucide-react';
import type { Ref, SelectHTMLAttributes } from 'react';
import { cx } from './cx.ts';
import { controlClass, useFieldControl } from './field.tsx';

type SelectProps = SelectHTMLAttributes<HTMLSelectElement> & {
  ref?: Ref<HTMLSelectElement>;
  options: readonly { value: string; label: string; disabled?: boolean }[];
  /** First option, with an empty value. */
  placeholder?: string;
};

/** The native select. */
export function Select({ options, placeholder, className, ...rest }: SelectProps) {
  const controlProps = useFieldControl(rest);
  return (
    <span className={cx('relative inline-flex min-w-0', className)}>
      <select
        {...rest}
        {...controlProps}
        className={controlClass('h-10 appearance-none truncate pr-9 pl-3 max-md:h-11')}
      >
        {placeholder !== undefined && <option value="">{placeholder}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value} disabled={option.disabled}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown
        size={16}
        className="pointer-events-none absolute top-1/2 right-3 -translate-y-1/2 text-ink-3"
      />
    </span>
  );
}
