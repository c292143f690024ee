import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useAnchored } from './use-anchored.ts';

/**
 * A short hint shown on hover and keyboard focus. Purely visual: the child must carry its own
 * accessible name (`IconButton` does).
 */
export function Tooltip(props: { text: string; children: ReactNode }) {
  const anchor = useRef<HTMLSpanElement>(null);
  const bubble = useRef<HTMLSpanElement>(null);
  const [open, setOpen] = useState(false);
  useEffect(() => {
    if (open) bubble.current?.showPopover?.();
  }, [open]);
  useAnchored(open, anchor, bubble, 'bottom');
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
      onKeyDown={(event) => event.key === 'Escape' && hide()}
    >
      {props.children}
      {open && (
        <span
          ref={bubble}
          popover="manual"
          aria-hidden="true"
          className="pointer-events-none fixed inset-auto m-0 animate-fade-in rounded-md bg-ink px-2 py-1 font-medium text-paper text-xs"
        >
          {props.text}
        </span>
      )}
    </span>
  );
}
