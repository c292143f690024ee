import { X } from 'lucide-react';
import { type PointerEvent, type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { cx } from './cx.ts';
import { IconButton } from './icon-button.tsx';

const SIZES = { sm: 'max-w-[400px]', md: 'max-w-[520px]', lg: 'max-w-[760px]' };

/** On phones `sheet` rises from the bottom edge, `drawer` fills the right side at every width. */
const SHAPES = {
  dialog: 'm-auto rounded-card w-[calc(100vw-32px)] max-h-[calc(100dvh-48px)] animate-rise-in',
  sheet:
    'm-auto rounded-card w-[calc(100vw-32px)] max-h-[calc(100dvh-48px)] animate-rise-in max-md:mb-0 max-md:w-full max-md:max-w-none max-md:rounded-b-none max-md:animate-sheet-in max-md:pb-[env(safe-area-inset-bottom)]',
  drawer: 'mr-0 ml-auto h-dvh max-h-none w-[min(340px,88vw)] animate-drawer-in',
};

type DialogProps = {
  open: boolean;
  /** Esc, the backdrop and the close button ask for it. */
  onClose: () => void;
  title: string;
  hideTitle?: boolean;
  children: ReactNode;
  /** The buttons; stay in view while the content scrolls. */
  footer?: ReactNode;
  size?: keyof typeof SIZES;
  shape?: keyof typeof SHAPES;
  /** False: only the buttons close it (unsaved work). Default true. */
  dismissable?: boolean;
  role?: 'dialog' | 'alertdialog';
  /** The id of the text that an alert dialog reads out. */
  describedBy?: string;
};

/**
 * A modal on the native `<dialog>`: focus trap, Esc, inert page and focus return come from the
 * browser; the page stops scrolling through CSS.
 */
export function Dialog(props: DialogProps) {
  // Mounted only while open: content starts fresh each time, and closed dialogs cost nothing.
  return props.open ? <OpenDialog {...props} /> : null;
}

function useModal(onClose: () => void, dismissable: boolean) {
  const ref = useRef<HTMLDialogElement>(null);
  const latest = useRef({ onClose, dismissable });
  useLayoutEffect(() => {
    latest.current = { onClose, dismissable };
  });
  useLayoutEffect(() => {
    const dialog = ref.current;
    const before = document.activeElement;
    if (dialog && !dialog.open) dialog.showModal();
    // `autoFocus` comes too early, while the dialog is closed: its field is marked instead.
    dialog?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
    const onCancel = (event: Event) => {
      event.preventDefault();
      if (latest.current.dismissable) latest.current.onClose();
    };
    // Browsers may close on a second Esc without asking: follow, so that state and page agree.
    const onClosed = () => {
      if (!dialog?.open) latest.current.onClose();
    };
    dialog?.addEventListener('cancel', onCancel);
    dialog?.addEventListener('close', onClosed);
    return () => {
      dialog?.removeEventListener('cancel', onCancel);
      dialog?.removeEventListener('close', onClosed);
      dialog?.close();
      if (before instanceof HTMLElement && before.isConnected)
        before.focus({ preventScroll: true });
    };
  }, []);
  return ref;
}

function OpenDialog(props: DialogProps) {
  const { dismissable = true, shape = 'dialog', size = 'md', role = 'dialog' } = props;
  const titleId = useId();
  const ref = useModal(props.onClose, dismissable);
  const pressedBackdrop = useRef(false);
  const onBackdrop = (event: PointerEvent) => event.target === event.currentTarget;
  return (
    <dialog
      ref={ref}
      role={role}
      aria-labelledby={titleId}
      aria-describedby={props.describedBy}
      onPointerDown={(event) => {
        pressedBackdrop.current = onBackdrop(event);
      }}
      onPointerUp={(event) => {
        if (dismissable && pressedBackdrop.current && onBackdrop(event)) props.onClose();
        pressedBackdrop.current = false;
      }}
      className={cx(
        'overflow-hidden border border-line bg-paper p-0 text-left text-ink shadow-pop backdrop:animate-fade-in backdrop:bg-[var(--backdrop)]',
        SHAPES[shape],
        shape !== 'drawer' && SIZES[size],
      )}
    >
      <div className="flex max-h-[inherit] min-h-0 flex-col">
        <div className={cx('flex items-center gap-2 px-5 pt-4 pb-2', props.hideTitle && 'sr-only')}>
          <h2 id={titleId} className="min-w-0 flex-1 font-bold text-lg">
            {props.title}
          </h2>
          {dismissable && role === 'dialog' && (
            <IconButton label="닫기" tooltip={false} onClick={props.onClose} className="-mr-2">
              <X size={20} aria-hidden="true" />
            </IconButton>
          )}
        </div>
        <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-5 pb-5">
          {props.children}
        </div>
        {props.footer && (
          <div className="flex justify-end gap-2 border-line border-t px-5 py-3 max-md:*:flex-1">
            {props.footer}
          </div>
        )}
      </div>
    </dialog>
  );
}
