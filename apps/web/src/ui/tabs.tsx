import { type KeyboardEvent, type MouseEvent, type ReactNode, useId } from 'react';
import { cx } from './cx.ts';

type TabsProps<V extends string> = {
  /** Accessible name of the tab list. */
  label: string;
  items: readonly { value: V; label: ReactNode; disabled?: boolean }[];
  value: V;
  onChange: (value: V) => void;
  /** pill: over a list in a card. segmented: a joined bar. line: page level. */
  look?: keyof typeof LOOKS;
  /** Content of the selected tab. Without it only the tab list is rendered. */
  children?: ReactNode;
  className?: string;
};

const LOOKS = {
  pill: {
    list: 'flex flex-wrap gap-x-1.5',
    // 44 px touch target around a slim visible face.
    tab: 'group rounded-full text-sm max-md:min-h-11',
    face: 'block rounded-full px-3 py-1.5 group-aria-selected:bg-ink group-aria-selected:text-paper group-aria-[selected=false]:group-hover:bg-hover max-md:px-3.5',
    on: '',
    off: 'text-ink-2 hover:text-ink',
  },
  segmented: {
    list: 'grid auto-cols-fr grid-flow-col gap-1 rounded-ctl bg-deck p-1',
    tab: 'rounded-md px-2 py-1.5 text-sm max-md:min-h-11',
    face: '',
    on: 'bg-paper text-ink shadow-card',
    off: 'text-ink-2 hover:text-ink',
  },
  line: {
    list: 'flex gap-5 overflow-x-auto border-line border-b',
    tab: '-mb-px border-b-2 px-1 py-2.5 text-base max-md:min-h-11',
    face: '',
    on: 'border-sea text-ink',
    off: 'border-transparent text-ink-2 hover:text-ink',
  },
};

/** Arrow keys, Home and End select at once and pass over disabled tabs. */
export function Tabs<V extends string>(props: TabsProps<V>) {
  const { label, items, value, onChange, children, className } = props;
  const look = LOOKS[props.look ?? 'pill'];
  const id = useId();
  const enabled = items.filter((item) => !item.disabled).map((item) => item.value);
  // The one tab in the order of Tab; a disabled one cannot take the focus.
  const stop = enabled.includes(value) ? value : enabled[0];
  const select = (next: V) => {
    if (next !== value) onChange(next);
  };
  return (
    <>
      <div
        role="tablist"
        aria-label={label}
        aria-orientation="horizontal"
        className={cx(look.list, className)}
        onKeyDown={moveFocus}
      >
        {items.map((item) => {
          const isShown = item.value === value;
          return (
            <button
              key={item.value}
              type="button"
              role="tab"
              id={`${id}-tab-${item.value}`}
              aria-selected={isShown}
              // Only the selected panel exists in the DOM.
              aria-controls={isShown && children !== undefined ? `${id}-panel` : undefined}
              disabled={item.disabled}
              tabIndex={item.value === stop ? 0 : -1}
              onMouseDown={(event) => {
                if (isPlainPress(event)) select(item.value);
                else event.preventDefault();
              }}
              onFocus={() => select(item.value)}
              // A press has selected it already; keys and voice control only click.
              onClick={(event) => event.detail === 0 && select(item.value)}
              className={cx(
                'shrink-0 whitespace-nowrap font-semibold transition-colors duration-100 disabled:opacity-50',
                look.tab,
                isShown ? look.on : look.off,
              )}
            >
              <span className={look.face}>{item.label}</span>
            </button>
          );
        })}
      </div>
      {children !== undefined && (
        <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-tab-${value}`}>
          {children}
        </div>
      )}
    </>
  );
}

/** With the left button alone: other presses open the browser's menu. */
function isPlainPress({ button, ctrlKey }: MouseEvent): boolean {
  return button === 0 && !ctrlKey;
}

/** Which of `count` tabs a key leads to from the one at `at`. */
const MOVES: Record<string, (at: number, count: number) => number> = {
  ArrowRight: (at, count) => (at + 1) % count,
  ArrowLeft: (at, count) => (at - 1 + count) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
};

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const move = MOVES[event.key];
  if (!move || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const list = event.currentTarget.querySelectorAll<HTMLElement>('[role="tab"]:enabled');
  const tabs = [...list];
  // The focus is on a tab whenever a key arrives here.
  const at = tabs.indexOf(event.target as HTMLElement);
  if (at < 0) return;
  event.preventDefault();
  tabs[move(at, tabs.length)]?.focus();
}
