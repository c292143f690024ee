import { type ButtonHTMLAttributes, type ReactNode, type Ref, useRef, useState } from 'react';
import { cx } from './cx.ts';
import { quietPart } from './lazy-part.tsx';

// Positioning weighs 18 kB, so the bubble loads when first shown.
const TooltipBubble = quietPart(async () => (await import('./tooltip-bubble.tsx')).TooltipBubble);

/**
 * A hint on hover and keyboard focus. Visual only: the child must carry its own accessible name.
 */
export function Tooltip(props: { text: string; children: ReactNode }) {
  const anchor = useRef<HTMLSpanElement>(null);
  const [open, setOpen] = useState(false);
  const hide = () => setOpen(false);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only shows a hint; the child is the control
    <span
      ref={anchor}
      className="inline-flex"
      onPointerEnter={(event) => event.pointerType === 'mouse' && setOpen(true)}
      onPointerLeave={hide}
      onPointerDown={hide}
      onFocus={(event) => event.target.matches(':focus-visible') && setOpen(true)}
      onBlur={hide}
    >
      {props.children}
      {open && <TooltipBubble anchor={anchor} text={props.text} onClose={hide} />}
    </span>
  );
}

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
