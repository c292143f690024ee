import { Popover as Radix } from 'radix-ui';
import { type ReactNode, type RefObject, useId, useRef } from 'react';
import { isImeKey } from '../lib/hangul/ime-key.ts';
import { PHONE, useMedia } from '../lib/use-media.ts';
import { cx } from './cx.ts';
import { Dialog, isInLayerAbove } from './dialog.tsx';
import { useBackCloses } from './use-back-closes.ts';

type PopoverProps = {
  title: string;
  hideTitle?: boolean;
  /** The button it hangs below; Esc returns the focus there. */
  anchor: RefObject<HTMLElement | null>;
  onClose: () => void;
  className?: string;
  children: ReactNode;
};

/**
 * Closes on Esc, an outside press and focus loss, but not while a dialog is above it. Mount it
 * while open.
 */
export function Popover({ title, hideTitle, anchor, onClose, className, children }: PopoverProps) {
  const titleId = useId();
  const box = useRef<HTMLDivElement>(null);
  useBackCloses(true, onClose);
  return (
    <Radix.Root open onOpenChange={onClose}>
      <Radix.Anchor virtualRef={anchor} />
      <Radix.Portal>
        <Radix.Content
          ref={box}
          align="end"
          sideOffset={6}
          collisionPadding={8}
          aria-labelledby={titleId}
          onOpenAutoFocus={(event) => {
            event.preventDefault();
            box.current?.focus();
          }}
          onCloseAutoFocus={(event) => event.preventDefault()}
          onEscapeKeyDown={(event) =>
            isImeKey(event) ? event.preventDefault() : anchor.current?.focus()
          }
          onInteractOutside={(event) => {
            const { target } = event;
            const isOwn = target instanceof Node && anchor.current?.contains(target);
            if (isOwn || isInLayerAbove(target)) event.preventDefault();
          }}
          className={cx(
            'z-40 max-w-[calc(100vw-16px)] animate-pop-in border border-line bg-paper text-ink shadow-pop outline-none',
            className,
          )}
        >
          <h2 id={titleId} className={hideTitle ? 'sr-only' : 'px-5 pt-4 pb-2 font-bold text-lg'}>
            {title}
          </h2>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

type PanelProps = {
  title: string;
  anchor: RefObject<HTMLElement | null>;
  onClose: () => void;
  children: ReactNode;
};

/** A popover below its header button, on phones a bottom sheet. */
export function Panel(props: PanelProps) {
  const { children, ...frame } = props;
  if (useMedia(PHONE)) {
    return (
      <Dialog open onClose={props.onClose} title={props.title}>
        <div className="-mx-5 -mb-5 min-h-[50dvh]">{children}</div>
      </Dialog>
    );
  }
  return (
    <Popover
      {...frame}
      className="max-h-[min(640px,calc(100dvh-var(--header-h)-24px))] w-[400px] overflow-y-auto overscroll-contain rounded-card"
    >
      <div className="min-h-70">{children}</div>
    </Popover>
  );
}
