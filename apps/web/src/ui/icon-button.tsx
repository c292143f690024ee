import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import { cx } from './cx.ts';
import { Tooltip } from './tooltip.tsx';

type IconButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'aria-label'> & {
  ref?: Ref<HTMLButtonElement>;
  /** Accessible name and tooltip. */
  label: string;
  children: ReactNode;
  /** For toggles: sets `aria-pressed`. */
  pressed?: boolean;
  tooltip?: boolean;
};

/** 40 px square, 44 px for fingers. */
export function IconButton(props: IconButtonProps) {
  const { label, pressed, tooltip = true, className, children, ...rest } = props;
  const button = (
    <button
      type="button"
      {...rest}
      aria-label={label}
      aria-pressed={pressed}
      className={cx(
        'relative grid size-10 shrink-0 place-items-center rounded-ctl text-ink-2 transition-colors duration-100 hover:bg-hover hover:text-ink active:bg-line disabled:opacity-50 max-md:size-11',
        className,
      )}
    >
      {children}
    </button>
  );
  return tooltip ? <Tooltip text={label}>{button}</Tooltip> : button;
}
