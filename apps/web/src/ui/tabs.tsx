import { Tabs as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
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
    // 44 px touch target on phones around a slim visible face.
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

/** Arrow keys select at once. */
export function Tabs<V extends string>(props: TabsProps<V>) {
  const { label, items, value, onChange, children, className } = props;
  const look = LOOKS[props.look ?? 'pill'];
  return (
    <Radix.Root value={value} onValueChange={(next) => onChange(next as V)} className="contents">
      <Radix.List aria-label={label} className={cx(look.list, className)}>
        {items.map((item) => (
          <Radix.Trigger
            key={item.value}
            value={item.value}
            disabled={item.disabled}
            // Only the selected panel exists in the DOM.
            {...((children === undefined || item.value !== value) && {
              'aria-controls': undefined,
            })}
            className={cx(
              'shrink-0 whitespace-nowrap font-semibold transition-colors duration-100 disabled:opacity-50',
              look.tab,
              item.value === value ? look.on : look.off,
            )}
          >
            <span className={look.face}>{item.label}</span>
          </Radix.Trigger>
        ))}
      </Radix.List>
      {children !== undefined && (
        <Radix.Content value={value} tabIndex={undefined}>
          {children}
        </Radix.Content>
      )}
    </Radix.Root>
  );
}
