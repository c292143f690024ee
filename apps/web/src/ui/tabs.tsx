import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react';
import { cx } from './cx.ts';

export type TabItem<V extends string> = {
  value: V;
  label: ReactNode;
  disabled?: boolean;
};

type TabsProps<V extends string> = {
  /** What the tabs choose between, for screen readers. */
  label: string;
  items: readonly TabItem<V>[];
  value: V;
  onChange: (value: V) => void;
  /** pill: over a list in a card. segmented: a joined bar. line: page level. */
  look?: keyof typeof LOOKS;
  /** The shown panel's content, wired to its tab. Without it only the tab list is drawn. */
  children?: ReactNode;
  className?: string;
};

const LOOKS = {
  pill: {
    list: 'flex flex-wrap gap-x-1.5',
    // The button is a finger tall on phones, its painted face stays slim.
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

const STEPS: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1 };

function nextValue<V extends string>(items: readonly TabItem<V>[], value: V, key: string) {
  const usable = items.filter((item) => !item.disabled);
  if (key === 'Home') return usable[0]?.value;
  if (key === 'End') return usable.at(-1)?.value;
  const step = STEPS[key];
  if (!step) return undefined;
  const at = usable.findIndex((item) => item.value === value);
  return usable[(at + step + usable.length) % usable.length]?.value;
}

/** Tabs with arrow keys; the choice follows the focus. */
export function Tabs<V extends string>(props: TabsProps<V>) {
  const { label, items, value, onChange, children, className } = props;
  const look = LOOKS[props.look ?? 'pill'];
  const id = useId();
  const list = useRef<HTMLDivElement>(null);

  const onKeyDown = (event: KeyboardEvent) => {
    const next = nextValue(items, value, event.key);
    if (next === undefined) return;
    event.preventDefault();
    onChange(next);
    list.current?.querySelector<HTMLElement>(`[data-value="${next}"]`)?.focus();
  };

  return (
    <>
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        onKeyDown={onKeyDown}
        className={cx(look.list, className)}
      >
        {items.map((item) => {
          const on = item.value === value;
          return (
            <button
              key={item.value}
              type="button"
              role="tab"
              id={`${id}-${item.value}`}
              data-value={item.value}
              aria-selected={on}
              aria-controls={children === undefined ? undefined : `${id}-panel`}
              tabIndex={on ? 0 : -1}
              disabled={item.disabled}
              onClick={() => onChange(item.value)}
              className={cx(
                'shrink-0 whitespace-nowrap font-semibold transition-colors duration-100 disabled:opacity-50',
                look.tab,
                on ? look.on : look.off,
              )}
            >
              <span className={look.face}>{item.label}</span>
            </button>
          );
        })}
      </div>
      {children !== undefined && (
        <div id={`${id}-panel`} role="tabpanel" aria-labelledby={`${id}-${value}`}>
          {children}
        </div>
      )}
    </>
  );
}
