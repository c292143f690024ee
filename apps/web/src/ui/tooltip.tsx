import { lazy, type ReactNode, Suspense, useRef, useState } from 'react';
import { ErrorBoundary } from 'react-error-boundary';

// Positioning weighs 18 kB, so the bubble loads when first shown.
const TooltipBubble = lazy(async () => ({
  default: (await import('./tooltip-bubble.tsx')).TooltipBubble,
}));

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
      {open && (
        <ErrorBoundary fallback={null}>
          <Suspense>
            <TooltipBubble anchor={anchor} text={props.text} onClose={hide} />
          </Suspense>
        </ErrorBoundary>
      )}
    </span>
  );
}
