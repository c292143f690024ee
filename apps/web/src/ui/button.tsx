import { type ButtonHTMLAttributes, type ReactNode, type Ref, useState } from 'react';
import { type ButtonLook, buttonClass } from './button-class.ts';
import { Spinner } from './spinner.tsx';

type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> &
  ButtonLook & {
    ref?: Ref<HTMLButtonElement>;
    icon?: ReactNode;
    /** Busy: keeps focus and width, ignores clicks, sets `aria-busy`. */
    pending?: boolean;
  };

export function Button(props: ButtonProps) {
  const { variant, size, block, icon, pending, className, children, onClick, ...rest } = props;
  const { disabled, onFocus, onBlur } = rest;
  // A button that gets disabled by its own press, such as 저장, would drop the focus.
  const [isFocused, setFocused] = useState(false);
  return (
    <button
      type="button"
      {...rest}
      disabled={disabled && !isFocused}
      aria-disabled={pending || (isFocused && disabled) || rest['aria-disabled']}
      aria-busy={pending || undefined}
      className={buttonClass({ variant, size, block }, className)}
      onFocus={(event) => {
        setFocused(true);
        onFocus?.(event);
      }}
      onBlur={(event) => {
        setFocused(false);
        onBlur?.(event);
      }}
      onClick={(event) => {
        // The second click of a double click arrives before `pending` renders.
        const isDoubleClick = event.detail > 1 && (variant === 'primary' || variant === 'danger');
        if (pending || disabled || isDoubleClick) event.preventDefault();
        else onClick?.(event);
      }}
    >
      {pending ? <Spinner size={16} /> : icon}
      {children}
    </button>
  );
}
