import { type ReactNode, useRef, useState } from 'react';
import { lazyPart } from './lazy-part.tsx';

// Positioning weighs 18 kB, so the bubble loads when first shown.
const TooltipBubble = lazyPart(
  async () => (await import('./tooltip-bubble.tsx')).TooltipBubble,
  // Only a hint: the control keeps its accessible name.
  () => undefined,
);

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
