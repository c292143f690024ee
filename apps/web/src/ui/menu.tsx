import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { cx } from './cx.ts';
import { type Placement, useAnchored } from './use-anchored.ts';

export type MenuItem = {
  label: string;
  icon?: ReactNode;
  /** Right end: a state, a shortcut. */
  aside?: ReactNode;
  danger?: boolean;
  disabled?: boolean;
  onSelect: () => void;
};

type MenuProps = {
  /** The accessible name of the button and the menu. */
  label: string;
  /** What is in the button. */
  trigger: ReactNode;
  triggerClassName?: string;
  items: readonly (MenuItem | 'line')[];
  /** Not selectable content above the items. */
  header?: ReactNode;
  placement?: Placement;
};

const MOVES: Record<string, (at: number, count: number) => number> = {
  ArrowDown: (at, count) => (at + 1) % count,
  ArrowUp: (at, count) => (at - 1 + count) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
};

/** A button with a dropdown menu (native popover): arrows, Home, End, Esc, click outside. */
export function Menu(props: MenuProps) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  useAnchored(open, button, box, props.placement ?? 'bottom-end');

  const entries = () =>
    Array.from(
      box.current?.querySelectorAll<HTMLElement>('[role="menuitem"]:not(:disabled)') ?? [],
    );

  useEffect(() => {
    const menu = box.current;
    if (!menu) return;
    const follow = (event: ToggleEvent) => setOpen(event.newState === 'open');
    menu.addEventListener('toggle', follow);
    return () => menu.removeEventListener('toggle', follow);
  }, []);

  useEffect(() => {
    if (open) box.current?.querySelector<HTMLElement>('[role="menuitem"]:not(:disabled)')?.focus();
  }, [open]);

  const close = () => {
    box.current?.hidePopover?.();
    button.current?.focus();
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Tab') return close();
    const move = MOVES[event.key];
    const all = entries();
    if (!move || all.length === 0) return;
    event.preventDefault();
    const at = all.findIndex((entry) => entry.matches(':focus'));
    all[move(at, all.length)]?.focus();
  };

  return (
    <>
      <button
        ref={button}
        type="button"
        aria-label={props.label}
        aria-haspopup="menu"
        aria-expanded={open}
        popoverTarget={id}
        className={props.triggerClassName}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return;
          event.preventDefault();
          box.current?.showPopover?.();
        }}
      >
        {props.trigger}
      </button>
      <div
        ref={box}
        id={id}
        popover="auto"
        role="menu"
        aria-label={props.label}
        tabIndex={-1}
        onKeyDown={onKeyDown}
        className="fixed inset-auto m-0 min-w-44 max-w-[calc(100vw-16px)] rounded-ctl border border-line bg-paper p-1.5 text-ink shadow-pop open:animate-pop-in"
      >
        {open && props.header}
        {open &&
          props.items.map((item, at) =>
            item === 'line' ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: lines have no identity and never move
              <hr key={`line-${at + 1}`} className="my-1.5 border-line" />
            ) : (
              <MenuRow key={item.label} item={item} onPick={close} />
            ),
          )}
      </div>
    </>
  );
}

function MenuRow(props: { item: MenuItem; onPick: () => void }) {
  const { item, onPick } = props;
  return (
    <button
      type="button"
      role="menuitem"
      tabIndex={-1}
      disabled={item.disabled}
      onClick={() => {
        onPick();
        item.onSelect();
      }}
      className={cx(
        'flex w-full items-center gap-2.5 rounded-md px-3 py-2 text-left font-medium text-md hover:bg-hover focus-visible:bg-hover focus-visible:outline-offset-[-2px] disabled:opacity-50 max-md:min-h-11',
        item.danger ? 'text-buoy' : 'text-ink',
      )}
    >
      {item.icon}
      <span className="flex-1">{item.label}</span>
      {item.aside}
    </button>
  );
}
