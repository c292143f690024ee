import { createLink } from '@tanstack/react-router';
import {
  type AnchorHTMLAttributes,
  type ButtonHTMLAttributes,
  type ReactNode,
  type Ref,
  useState,
} from 'react';
import { cx } from './cx.ts';

export type ButtonLook = {
  /** primary: the main action of a view. danger: destructive. */
  variant?: 'primary' | 'secondary' | 'ghost' | 'danger' | 'danger-ghost';
  size?: 'sm' | 'md' | 'lg';
  /** Full width of its container. */
  block?: boolean;
};

const VARIANTS = {
  primary: 'bg-sea text-on-sea hover:bg-sea-strong active:bg-sea-strong',
  secondary: 'bg-paper text-ink border border-line hover:bg-hover active:bg-line',
  ghost: 'text-ink-2 hover:bg-hover hover:text-ink active:bg-line',
  danger: 'bg-buoy text-on-buoy hover:bg-buoy-strong active:bg-buoy-strong',
  'danger-ghost': 'text-buoy hover:bg-buoy-weak active:bg-buoy-weak',
};

const SIZES = {
  sm: 'h-8 px-3 text-sm max-md:h-11',
  md: 'h-10 px-4 text-md max-md:h-11',
  lg: 'h-12 px-5 text-base',
};

/** Button classes for other elements (links, file labels). */
export function buttonClass(look: ButtonLook = {}, className?: string | false): string {
  return cx(
    'inline-flex shrink-0 select-none items-center justify-center gap-1.5 rounded-ctl font-bold whitespace-nowrap transition-colors duration-100',
    'disabled:opacity-50 aria-disabled:opacity-60',
    VARIANTS[look.variant ?? 'secondary'],
    SIZES[look.size ?? 'md'],
    look.block && 'w-full',
    className,
  );
}

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
  // A button that its own click disables, such as 저장, would lose the focus: it is disabled for real only
  // after blur.
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

type AnchorProps = AnchorHTMLAttributes<HTMLAnchorElement> &
  ButtonLook & { ref?: Ref<HTMLAnchorElement>; icon?: ReactNode };

function ButtonAnchor({ variant, size, block, icon, className, children, ...rest }: AnchorProps) {
  return (
    <a {...rest} className={buttonClass({ variant, size, block }, className)}>
      {icon}
      {children}
    </a>
  );
}

/** A router link styled as a button; takes the props of `Link`. */
export const LinkButton = createLink(ButtonAnchor);

/** Give `label` when no text next to it explains the wait. */
export function Spinner(props: { size?: number; label?: string; className?: string }) {
  const { size = 20, label, className } = props;
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="3"
      strokeLinecap="round"
      className={cx('animate-turn shrink-0', className)}
      role={label ? 'img' : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
    >
      <circle cx="12" cy="12" r="9" opacity="0.25" />
      <path d="M21 12a9 9 0 0 0-9-9" />
    </svg>
  );
}
