import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { cx } from './cx.ts';
import { type Placement, useAnchored } from './use-anchored.ts';

type PopoverProps = {
  label: string;
  trigger: ReactNode;
  triggerClassName?: string;
  placement?: Placement;
  className?: string;
  children: ReactNode | ((close: () => void) => ReactNode);
};

/** A button with a floating panel (native popover): Esc and a click outside close it. */
export function Popover(props: PopoverProps) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  useAnchored(open, button, panel, props.placement ?? 'bottom-end');
  useEffect(() => {
    const element = panel.current;
    if (!element) return;
    const follow = (event: ToggleEvent) => setOpen(event.newState === 'open');
    element.addEventListener('toggle', follow);
    return () => element.removeEventListener('toggle', follow);
  }, []);
  const close = () => panel.current?.hidePopover?.();
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-label={props.label}
        aria-haspopup="dialog"
        aria-expanded={open}
        popoverTarget={id}
        className={props.triggerClassName}
      >
        {props.trigger}
      </button>
      <div
        ref={panel}
        id={id}
        popover="auto"
        role="dialog"
        aria-label={props.label}
        className={cx(
          'fixed inset-auto m-0 max-w-[calc(100vw-16px)] rounded-ctl border border-line bg-paper p-4 text-ink shadow-pop open:animate-pop-in',
          props.className,
        )}
      >
        {open && (typeof props.children === 'function' ? props.children(close) : props.children)}
      </div>
    </>
  );
}
