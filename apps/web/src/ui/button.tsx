import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
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
  return (
    <button
      type="button"
      {...rest}
      aria-disabled={pending || rest['aria-disabled']}
      aria-busy={pending || undefined}
      className={buttonClass({ variant, size, block }, className)}
      onClick={(event) => {
        // The second click of a double click arrives before `pending` renders.
        const isDoubleClick = event.detail > 1 && (variant === 'primary' || variant === 'danger');
        if (pending || isDoubleClick) event.preventDefault();
        else onClick?.(event);
      }}
    >
      {pending ? <Spinner size={16} /> : icon}
      {children}
    </button>
  );
}
