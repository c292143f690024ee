import { DropdownMenu } from 'radix-ui';
import {
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
  useEffect,
  useRef,
  useState,
} from 'react';
import { cx } from './cx.ts';
import { useBackCloses } from './use-back-closes.ts';

export type MenuItem = {
  /** Where labels may be the same. */
  id?: number;
  label: string;
  icon?: ReactNode;
  danger?: boolean;
  disabled?: boolean;
  /** Of a row: it is what is set now. */
  isChosen?: boolean;
  onSelect: () => void;
};

export type MenuProps = {
  /** Accessible name of the button and the menu. */
  label: string;
  /** Content of the button. */
  trigger: ReactNode;
  triggerClassName?: string;
  items: readonly (MenuItem | 'line')[];
  /** Icons side by side above the items, named by their labels. */
  row?: readonly MenuItem[];
  /** Makes the button part of a group with keys of its own, such as a toolbar. */
  wrapTrigger?: (trigger: ReactElement) => ReactElement;
  /** Opens as soon as it is shown; by the keyboard with its first or last item chosen. */
  opens?: 'at-once' | 'at-first-item' | 'at-last-item' | undefined;
};

const itemsOf = (menu: HTMLElement) => [
  ...menu.querySelectorAll<HTMLElement>('[role=menuitem]:not([data-disabled])'),
];

/** Unicode of 가; each of the 588 syllables of an initial consonant follows. */
const GA = 0xac00;
const SYLLABLES = 588;
const INITIALS = 'ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ';

function initialOf(label: string): string | undefined {
  return INITIALS[Math.floor(((label.codePointAt(0) ?? 0) - GA) / SYLLABLES)];
}

/** A key that writes a Hangul consonant chooses the next item that begins with it, as letters do. */
function chooseByConsonant(event: KeyboardEvent<HTMLElement>): boolean {
  const { key, currentTarget } = event;
  if (key.length !== 1 || !INITIALS.includes(key)) return false;
  const items = itemsOf(currentTarget);
  const at = items.indexOf(document.activeElement as HTMLElement);
  const next = [...items.slice(at + 1), ...items.slice(0, at + 1)].find(
    ({ textContent }) => initialOf(textContent.trim()) === key,
  );
  next?.focus();
  event.preventDefault();
  event.stopPropagation();
  return true;
}

/** A button with a dropdown menu. */
export function Menu(props: MenuProps) {
  const { opens } = props;
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const chosen = useRef(opens);
  const choose = (content: HTMLElement | null) => {
    const place = chosen.current;
    if (content === null || place === undefined || place === 'at-once') return;
    chosen.current = undefined;
    // Opening moves the focus to the menu itself first.
    requestAnimationFrame(() =>
      itemsOf(content)
        .at(place === 'at-first-item' ? 0 : -1)
        ?.focus(),
    );
  };
  // After the first render: its place in the document depends on that of the button.
  useEffect(() => {
    if (opens !== undefined) setOpen(true);
  }, [opens]);
  useBackCloses(open, () => setOpen(false));
  const trigger = (
    <DropdownMenu.Trigger
      ref={button}
      aria-label={props.label}
      className={props.triggerClassName}
      // Opens on click, because a pointer down may start a scroll.
      onPointerDown={(event) => event.preventDefault()}
      onClick={() => setOpen(!open)}
      onKeyDown={(event) => {
        if (event.key !== 'ArrowUp') return;
        event.preventDefault();
        chosen.current = 'at-last-item';
        setOpen(true);
      }}
    >
      {props.trigger}
    </DropdownMenu.Trigger>
  );
  return (
    // Not modal: a modal Radix menu injects a style element, which the CSP blocks.
    <DropdownMenu.Root open={open} onOpenChange={setOpen} modal={false}>
      {props.wrapTrigger?.(trigger) ?? trigger}
      {/* Inside the landmark of its button, so that no content stands outside of one. */}
      <DropdownMenu.Portal
        container={button.current?.closest<HTMLElement>('[role=dialog], main, header') ?? null}
      >
        <DropdownMenu.Content
          ref={choose}
          loop
          align="end"
          sideOffset={6}
          collisionPadding={8}
          aria-label={props.label}
          aria-labelledby={undefined}
          onPointerDownOutside={(event) => {
            // The button's own click closes the menu.
            if (event.target instanceof Node && button.current?.contains(event.target))
              event.preventDefault();
          }}
          onCloseAutoFocus={(event) => {
            // The selected action may have moved the focus.
            if (document.activeElement !== document.body) event.preventDefault();
          }}
          onKeyDownCapture={(event) => {
            if (chooseByConsonant(event)) return;
            if (event.key !== 'Tab') return;
            event.stopPropagation();
            button.current?.focus();
            setOpen(false);
          }}
          className="z-40 max-h-[min(26rem,var(--radix-dropdown-menu-content-available-height))] min-w-44 max-w-[calc(100vw-16px)] overflow-y-auto animate-pop-in rounded-ctl border border-line bg-paper p-1.5 text-ink shadow-pop"
        >
          {props.row && props.row.length > 0 && (
            <div className="mb-1 flex gap-0.5 border-line border-b pb-1">
              {props.row.map((item) => (
                <DropdownMenu.Item
                  key={item.label}
                  aria-label={item.label}
                  title={item.label}
                  onSelect={() => {
                    button.current?.focus();
                    item.onSelect();
                  }}
                  className={cx(
                    'grid size-9 cursor-pointer select-none place-items-center rounded-full text-lg data-highlighted:bg-hover',
                    item.isChosen && 'bg-sea-weak',
                  )}
                >
                  {item.icon}
                </DropdownMenu.Item>
              ))}
            </div>
          )}
          {props.items.map((item, at) =>
            item === 'line' ? (
              <DropdownMenu.Separator
                // biome-ignore lint/suspicious/noArrayIndexKey: lines have no identity and never move
                key={`line-${at + 1}`}
                className="my-1.5 border-line border-t"
              />
            ) : (
              <DropdownMenu.Item
                key={item.id ?? item.label}
                disabled={item.disabled}
                onSelect={() => {
                  // Before the action, so that a dialog it opens returns the focus to the button.
                  button.current?.focus();
                  item.onSelect();
                }}
                className={cx(
                  'flex w-full cursor-pointer select-none items-center gap-2.5 rounded-md px-3 py-2 font-medium text-md focus-visible:outline-offset-[-2px] data-disabled:cursor-not-allowed data-highlighted:bg-hover data-disabled:opacity-50 max-md:min-h-11',
                  item.danger ? 'text-buoy' : 'text-ink',
                )}
              >
                {item.icon}
                <span className="flex-1">{item.label}</span>
              </DropdownMenu.Item>
            ),
          )}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
