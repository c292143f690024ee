import { type ReactNode, type RefObject, useEffect, useId, useLayoutEffect, useRef } from 'react';
import { PHONE, useMedia } from '../lib/use-media.ts';
import { Dialog } from './dialog.tsx';
import { useAnchored } from './use-anchored.ts';

type PanelProps = {
  title: string;
  /** The button that the panel belongs to: it hangs below and gives the focus back there. */
  anchor: RefObject<HTMLElement | null>;
  onClose: () => void;
  children: ReactNode;
};

/**
 * A panel of the header: hangs below its button, on phones a sheet from the bottom edge. Unlike a
 * `Popover` it stays open below a question or a profile card that it opened. Mount it while open.
 */
export function Panel(props: PanelProps) {
  if (!useMedia(PHONE)) return <HangingPanel {...props} />;
  return (
    <Dialog open onClose={props.onClose} title={props.title} shape="sheet">
      <div className="-mx-5 -mb-5 min-h-[50dvh]">{props.children}</div>
    </Dialog>
  );
}

function HangingPanel(props: PanelProps) {
  const titleId = useId();
  const box = useRef<HTMLDivElement>(null);
  useAnchored(true, props.anchor, box, 'bottom-end');
  useLayoutEffect(() => {
    box.current?.showPopover?.();
    box.current?.focus();
  }, []);
  useDismiss(box, props.anchor, props.onClose);
  return (
    <div
      ref={box}
      popover="manual"
      role="dialog"
      aria-labelledby={titleId}
      tabIndex={-1}
      className="fixed inset-auto m-0 max-h-[min(640px,calc(100dvh-var(--header-h)-24px))] w-[400px] overflow-y-auto overscroll-contain rounded-card border border-line bg-paper p-0 text-ink shadow-pop outline-none open:animate-pop-in"
    >
      <h2 id={titleId} className="px-5 pt-4 pb-2 font-bold text-lg">
        {props.title}
      </h2>
      <div className="min-h-70">{props.children}</div>
    </div>
  );
}

/** Esc, a press outside and a focus that moves on close the panel; what it opened does not. */
function useDismiss(
  box: RefObject<HTMLElement | null>,
  anchor: RefObject<HTMLElement | null>,
  onClose: () => void,
): void {
  const latest = useRef(onClose);
  useLayoutEffect(() => {
    latest.current = onClose;
  });
  useEffect(() => {
    const onElsewhere = ({ target }: Event) => {
      if (!(target instanceof Element)) return;
      const isOwn = box.current?.contains(target) || anchor.current?.contains(target);
      if (!isOwn && !target.closest('dialog, [popover]')) latest.current();
    };
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.isComposing || event.defaultPrevented) return;
      if (document.querySelector('dialog[open]')) return;
      // Also when the focused row has just gone.
      const { activeElement } = document;
      if (activeElement === document.body || box.current?.contains(activeElement)) {
        anchor.current?.focus();
      }
      latest.current();
    };
    document.addEventListener('pointerdown', onElsewhere);
    document.addEventListener('focusin', onElsewhere);
    document.addEventListener('keydown', onKeyDown);
    return () => {
      document.removeEventListener('pointerdown', onElsewhere);
      document.removeEventListener('focusin', onElsewhere);
      document.removeEventListener('keydown', onKeyDown);
    };
  }, [box, anchor]);
}
