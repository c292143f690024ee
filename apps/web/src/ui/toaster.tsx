import 'sonner/dist/styles.css';
import { CircleAlert, CircleCheck, Info, X } from 'lucide-react';
import type { CSSProperties } from 'react';
import { Toaster as Sonner, toast, useSonner } from 'sonner';
import { isImeKey } from '../lib/hangul/ime-key.ts';
import { lifeOf } from './toast.ts';
import { useToastRoom } from './toast-room.ts';

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

/** Restarts the timers of all toasts, or stops them. */
function restart(isStopped = false): void {
  for (const shown of toast.getToasts()) {
    if (!('title' in shown)) continue;
    const { id, type, title, action } = shown;
    const life = lifeOf(String(title), action !== undefined);
    const duration = isStopped ? Number.POSITIVE_INFINITY : life;
    if (type === 'success' || type === 'error' || type === 'info')
      toast[type](title, { id, duration });
  }
}

/** Alt and the key of T, whatever it writes. Sonner's own would stop all timers until Esc. */
function isHotkey(event: KeyboardEvent): boolean {
  const { code, altKey, ctrlKey, metaKey, shiftKey } = event;
  return code === 'KeyT' && altKey && !(ctrlKey || metaKey || shiftKey || isImeKey(event));
}

/**
 * Sonner pauses only on hover; this also pauses while a toast has the focus. The close button
 * removes the focus without a `focusout`.
 */
function wire(section: HTMLElement | null) {
  if (section === null) return;
  section.role = 'status';
  section.ariaKeyShortcuts = 'Alt+T';
  const onFocus = (event: FocusEvent) => {
    const within = event.relatedTarget instanceof Node && section.contains(event.relatedTarget);
    if (!within) restart(event.type === 'focusin');
  };
  const listening = new AbortController();
  const { signal } = listening;
  section.addEventListener('focusin', onFocus, { signal });
  section.addEventListener('focusout', onFocus, { signal });
  section.addEventListener('click', () => restart(), { signal });
  const onKey = (event: KeyboardEvent) => {
    const newest = section.querySelector<HTMLElement>('[data-removed=false]');
    if (newest === null || !isHotkey(event)) return;
    event.preventDefault();
    newest.focus();
  };
  document.addEventListener('keydown', onKey, { signal });
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
