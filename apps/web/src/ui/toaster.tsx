import 'sonner/dist/styles.css';
import { CircleAlert, CircleCheck, Info, X } from 'lucide-react';
import type { CSSProperties } from 'react';
import { Toaster as Sonner, toast, useSonner } from 'sonner';
import { useToastRoom } from './toast-room.ts';

const TOAST_MS = 4000;

const ICONS = {
  success: <CircleCheck size={18} className="text-tide" />,
  error: <CircleAlert size={18} className="text-buoy" />,
  info: <Info size={18} className="text-sea" />,
  close: <X size={16} />,
};

const CLASSES = {
  toast:
    'pointer-events-auto flex w-full font-sans items-center gap-2.5 rounded-ctl border border-line bg-paper py-2 pr-2 pl-4 text-ink shadow-pop duration-160!',
  icon: 'shrink-0',
  content: 'min-w-0 flex-1 py-1 font-medium text-md',
  actionButton:
    'shrink-0 rounded-md px-2 py-1 font-semibold text-md text-sea hover:bg-hover max-md:min-h-11',
  closeButton:
    'order-last grid size-8 shrink-0 place-items-center rounded-md text-ink-3 hover:bg-hover hover:text-ink max-md:size-11',
};

const OPTIONS = { unstyled: true, classNames: CLASSES, closeButtonAriaLabel: '알림 닫기' };
const RIGHT = 'max(24px, env(safe-area-inset-right))';

/** Restarts the timer of all toasts. */
function setDuration(duration: number): void {
  for (const shown of toast.getToasts()) {
    if (!('title' in shown)) continue;
    const { id, type, title } = shown;
    if (type === 'success' || type === 'error' || type === 'info')
      toast[type](title, { id, duration });
  }
}

/**
 * Sonner pauses only on hover; this also pauses while a toast has the focus. The close button
 * removes the focus without a `focusout`.
 */
function wire(section: HTMLElement | null) {
  if (section === null) return;
  section.role = 'status';
  const onFocus = (event: FocusEvent) => {
    const within = event.relatedTarget instanceof Node && section.contains(event.relatedTarget);
    if (!within) setDuration(event.type === 'focusin' ? Number.POSITIVE_INFINITY : TOAST_MS);
  };
  const listening = new AbortController();
  const { signal } = listening;
  section.addEventListener('focusin', onFocus, { signal });
  section.addEventListener('focusout', onFocus, { signal });
  section.addEventListener('click', () => setDuration(TOAST_MS), { signal });
  return () => listening.abort();
}

/** At most three toasts, above composers and the buttons of open layers; the oldest leaves first. */
export function Toaster() {
  const { toasts } = useSonner();
  const space = useToastRoom(toasts.length > 0);
  return (
    <Sonner
      ref={wire}
      expand
      closeButton
      duration={TOAST_MS}
      visibleToasts={3}
      gap={8}
      customAriaLabel="알림"
      hotkey={[]}
      style={{ '--width': '380px' } as CSSProperties}
      icons={ICONS}
      offset={{ right: RIGHT, bottom: `calc(max(${space}px, var(--bottom)) + 24px)` }}
      mobileOffset={{ bottom: `calc(max(${space}px, var(--bottom)) + 16px)` }}
      toastOptions={OPTIONS}
    />
  );
}
