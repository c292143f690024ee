import { CircleAlert, CircleCheck, Info, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useStore } from '../lib/store.ts';
import { cx } from './cx.ts';
import { closeToast, pauseToasts, resumeToasts, type Toast, toasts } from './toast.ts';

const ICONS = {
  success: { Icon: CircleCheck, tone: 'text-tide' },
  error: { Icon: CircleAlert, tone: 'text-buoy' },
  info: { Icon: Info, tone: 'text-sea' },
};

/** Shows the toasts. Once, near the root. */
export function Toaster() {
  const shown = useStore(toasts);
  const box = useRef<HTMLDivElement>(null);
  const newest = shown.at(-1)?.id;
  useEffect(() => {
    const popover = box.current;
    if (!popover?.showPopover) return;
    if (popover.matches(':popover-open')) popover.hidePopover();
    // Shown anew for each toast: last into the top layer is above an open dialog.
    if (newest !== undefined) popover.showPopover();
  }, [newest]);
  return (
    <div
      ref={box}
      popover="manual"
      role="status"
      aria-live="polite"
      aria-atomic="false"
      onPointerEnter={pauseToasts}
      onPointerLeave={resumeToasts}
      onFocus={pauseToasts}
      onBlur={resumeToasts}
      className="fixed inset-auto right-[max(24px,env(safe-area-inset-right))] bottom-[max(24px,env(safe-area-inset-bottom))] m-0 w-[min(380px,calc(100vw-32px))] overflow-visible border-0 bg-transparent p-0 text-ink max-md:right-4 max-md:bottom-[calc(16px+env(safe-area-inset-bottom))]"
    >
      <div className="grid gap-2">
        {shown.map((toast) => (
          <ToastCard key={toast.id} toast={toast} />
        ))}
      </div>
    </div>
  );
}

function ToastCard(props: { toast: Toast }) {
  const { id, kind, text } = props.toast;
  const { Icon, tone } = ICONS[kind];
  return (
    <div
      data-toast={kind}
      className="flex animate-rise-in items-start gap-2.5 rounded-ctl border border-line bg-paper py-2 pr-2 pl-4 shadow-pop"
    >
      <Icon size={18} aria-hidden="true" className={cx('mt-1.5 shrink-0', tone)} />
      <p className="min-w-0 flex-1 py-1 font-medium text-md">{text}</p>
      <button
        type="button"
        aria-label="알림 닫기"
        onClick={() => closeToast(id)}
        className="grid size-8 shrink-0 place-items-center rounded-md text-ink-3 hover:bg-hover hover:text-ink max-md:size-11"
      >
        <X size={16} aria-hidden="true" />
      </button>
    </div>
  );
}
