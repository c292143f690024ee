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
