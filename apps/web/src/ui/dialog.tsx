import './dialog.css';
import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import { type ReactNode, useRef, useState } from 'react';
import { isImeKey } from '../lib/hangul/ime-key.ts';
import { cx } from './cx.ts';
import { IconButton } from './icon-button.tsx';
import { useBackCloses } from './use-back-closes.ts';
import { useSheetDrag } from './use-sheet-drag.ts';

const SIZES = { sm: 'max-w-[400px]', md: 'max-w-[520px]', lg: 'max-w-[760px]' };

const BOX =
  'm-auto h-fit rounded-card w-[calc(100vw-32px)] max-h-[calc(100dvh-48px)] animate-rise-in';

type DialogProps = {
  open: boolean;
  /** Called on Esc, Back, the backdrop and the close button. */
  onClose: () => void;
  title: string;
  children: ReactNode;
  /** Buttons; stay visible while the content scrolls. */
  footer?: ReactNode;
  size?: keyof typeof SIZES;
  /** False: only the footer buttons close it (unsaved work). Default true. */
  dismissable?: boolean;
  /** A history entry of its own opened it, so that Back closes it anyway. */
  hasOwnEntry?: boolean;
  role?: 'dialog' | 'alertdialog';
  /** Id of the text that describes an alert dialog. */
  describedBy?: string;
};

/**
 * A modal, on phones a sheet at the bottom edge that can be pulled down; an alert dialog is a box at
 * every width. Radix traps the focus and hides the page; CSS locks the scroll. The first focus goes
 * to `data-autofocus`, else to the first control.
 */
export function Dialog(props: DialogProps) {
  // Mounted only while open, so that its content starts fresh.
  return props.open ? <OpenDialog {...props} /> : null;
}

function OpenDialog(props: DialogProps) {
  const { dismissable = true, size = 'md', role = 'dialog' } = props;
  const isSheet = role === 'dialog';
  const isPulled = isSheet && dismissable;
  const content = useRef<HTMLDivElement>(null);
  const [before] = useState(() => document.activeElement);
  const dismiss = () => {
    if (dismissable) props.onClose();
  };
  const drag = useSheetDrag(content, dismiss);
  useBackCloses(!props.hasOwnEntry, dismiss);
  return (
    <Radix.Root open onOpenChange={dismiss}>
      <Radix.Portal>
        {/* The Radix overlay injects a style element, which the CSP blocks. */}
        <div className="pointer-events-auto fixed inset-0 z-40 animate-fade-in bg-[var(--backdrop)]" />
        <Radix.Content
          ref={content}
          role={role}
          aria-describedby={props.describedBy}
          data-modal=""
          onOpenAutoFocus={(event) => {
            const wanted = content.current?.querySelector<HTMLElement>('[data-autofocus]');
            if (!wanted) return;
            event.preventDefault();
            wanted.focus();
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            // Unless something else has taken the focus.
            if (document.activeElement !== document.body) return;
            const heading = document.querySelector<HTMLElement>('[data-page-heading]');
            const next = before instanceof HTMLElement && before.isConnected ? before : heading;
            next?.focus({ preventScroll: true });
          }}
          onEscapeKeyDown={(event) => isImeKey(event) && event.preventDefault()}
          onPointerDownOutside={(event) => isInToaster(event.target) && event.preventDefault()}
          className={cx(
            'fixed inset-0 z-40 overflow-hidden border border-line bg-paper text-left text-ink shadow-pop outline-none',
            BOX,
            SIZES[size],
            isSheet && 'sheet',
          )}
        >
          <div className="flex max-h-[inherit] min-h-0 flex-col">
            <div
              {...(isPulled && drag)}
              className={cx('flex items-center gap-2 px-5 pt-4 pb-2', isPulled && 'sheet-head')}
            >
              <Radix.Title className="min-w-0 flex-1 font-bold text-lg">{props.title}</Radix.Title>
              {isPulled && (
                <IconButton label="닫기" tooltip={false} onClick={props.onClose} className="-mr-2">
                  <X size={20} />
                </IconButton>
              )}
            </div>
            <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-5 pb-5">
              {props.children}
            </div>
            {props.footer && (
              <div
                data-composer=""
                className="flex justify-end gap-2 border-line border-t px-5 py-3 max-md:*:flex-1"
              >
                {props.footer}
              </div>
            )}
          </div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** A press on a toast must not dismiss anything below it. */
function isInToaster(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[data-sonner-toaster]') !== null;
}

/** Dialogs, menus and toasts above a popover. */
export function isInLayerAbove(target: EventTarget | null): boolean {
  return (
    isInToaster(target) ||
    (target instanceof Element &&
      target.closest('[role="dialog"], [role="alertdialog"], [role="menu"]') !== null)
  );
}
