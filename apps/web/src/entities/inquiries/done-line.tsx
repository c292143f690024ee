import { CircleCheck } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';

type Props = {
  children: ReactNode;
  /** Nothing else is left that could have the focus. */
  takesFocus?: boolean;
};

/** Says what was just finished, above what comes next. */
export function DoneLine({ children, takesFocus = false }: Props) {
  const line = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!takesFocus) return;
    // A dialog that closes gives its focus back first.
    const frame = requestAnimationFrame(() => line.current?.focus());
    return () => cancelAnimationFrame(frame);
  }, [takesFocus]);
  return (
    <div
      ref={line}
      role="status"
      tabIndex={-1}
      className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-ctl bg-tide-weak px-4 py-2.5 text-md outline-none"
    >
      <CircleCheck size={18} className="shrink-0 text-tide" />
      {children}
    </div>
  );
}
