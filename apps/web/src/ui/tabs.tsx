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
    list: 'flex flex-wrap gap-1.5',
    tab: 'rounded-full px-3 py-1.5 text-sm max-md:min-h-11 max-md:px-4',
    on: 'bg-ink text-paper',
    off: 'text-ink-2 hover:bg-hover hover:text-ink',
  },
  segmented: {
    list: 'grid auto-cols-fr grid-flow-col gap-1 rounded-ctl bg-deck p-1',
    tab: 'rounded-md px-2 py-1.5 text-sm max-md:min-h-10',
    on: 'bg-paper text-ink shadow-card',
    off: 'text-ink-2 hover:text-ink',
  },
  line: {
    list: 'flex gap-5 overflow-x-auto border-line border-b',
    tab: '-mb-px border-b-2 px-1 py-2.5 text-base max-md:min-h-11',
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
              {item.label}
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
