import { ChevronDown } from 'lucide-react';
import { type ReactNode, useId, useRef, useState } from 'react';
import { cx } from '../../ui/cx.ts';

const ITEM =
  'flex h-10 items-center gap-1 whitespace-nowrap rounded-ctl px-3.5 font-semibold transition-colors duration-100';

/** Classes of a top menu item; `on` marks the section of the current page. */
export function topItemClass(on: boolean): string {
  return cx(ITEM, on ? 'bg-sea-weak text-sea' : 'text-ink-2 hover:bg-hover hover:text-ink');
}

const CLOSE_DELAY_MS = 140;

type SubmenuProps = {
  name: string;
  on: boolean;
  /** The rows, as `<li>`s; they call `close` when activated. */
  children: (close: () => void) => ReactNode;
};

/** Opens by hover, click or keyboard; closes on Esc, pointer leave and blur. */
export function Submenu({ name, on, children }: SubmenuProps) {
  const [open, setOpen] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  const toggle = (next: boolean) => {
    clearTimeout(timer.current);
    setOpen(next);
  };
  const hide = () => toggle(false);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hovering and leaving extend to the rows
    <div
      className="relative"
      onPointerEnter={(event) => event.pointerType === 'mouse' && toggle(true)}
      onPointerLeave={(event) => {
        if (event.pointerType === 'mouse') timer.current = setTimeout(hide, CLOSE_DELAY_MS);
      }}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) hide();
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !open) return;
        hide();
        button.current?.focus();
      }}
    >
      <button
        ref={button}
        type="button"
        aria-expanded={open}
        aria-current={on ? 'true' : undefined}
        aria-controls={id}
        className={topItemClass(on)}
        // Hover has already opened the menu, so a mouse click must not close it.
        onClick={(event) => toggle(!open || event.detail > 0)}
      >
        {name}
        <ChevronDown
          size={14}
          className={cx('transition-transform duration-100', open && 'rotate-180')}
        />
      </button>
      <div id={id} hidden={!open} className="absolute top-full left-0 z-20 pt-2">
        <ul className="min-w-48 animate-pop-in rounded-ctl border border-line bg-paper p-1.5 shadow-pop">
          {open && children(hide)}
        </ul>
      </div>
    </div>
  );
}
