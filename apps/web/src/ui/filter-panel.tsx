import { type ReactNode, useId } from 'react';
import { SHALLOW, useMedia } from '../lib/use-media.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import type { FilterPanelProps } from './filter-bar.tsx';
import { Popover } from './popover.tsx';

const TITLE = '필터';

type Props = FilterPanelProps & {
  /** Takes back all that is on; undefined while nothing is. */
  onReset: (() => void) | undefined;
  /** Applies what is still being typed; false when that is wrong, which leaves the panel open. */
  onDone?: () => boolean;
  children: ReactNode;
};

/** The choices below the filter button, on phones in a dialog. Each of them applies at once. */
export function FilterPanel({ anchor, onClose, onReset, onDone, children }: Props) {
  const isSheet = useMedia(SHALLOW);
  const footer = (
    <>
      <Button onClick={onReset} disabled={onReset === undefined}>
        초기화
      </Button>
      <Button
        variant="primary"
        onClick={() => {
          if (onDone?.() === false) return;
          anchor.current?.focus({ preventScroll: true });
          onClose();
        }}
      >
        완료
      </Button>
    </>
  );
  if (isSheet) {
    return (
      <Dialog open onClose={onClose} title={TITLE} footer={footer}>
        <div className="grid gap-5">{children}</div>
      </Dialog>
    );
  }
  return (
    <Popover
      title={TITLE}
      anchor={anchor}
      onClose={onClose}
      className="flex max-h-[min(36rem,var(--radix-popover-content-available-height))] w-96 flex-col rounded-card"
    >
      <div className="grid min-h-0 flex-1 gap-5 overflow-y-auto px-5 pb-5">{children}</div>
      <div className="flex justify-end gap-2 border-line border-t px-5 py-3">{footer}</div>
    </Popover>
  );
}

type PillsProps<V extends string> = {
  legend: string;
  items: readonly { value: V; label: string }[];
  value: V;
  onChange: (value: V) => void;
};

/** Radio buttons as pills, on as many lines as they need. */
export function Pills<V extends string>({ legend, items, value, onChange }: PillsProps<V>) {
  const name = useId();
  return (
    <fieldset>
      <legend className="pb-2 font-semibold text-ink-2 text-md">{legend}</legend>
      <div className="flex flex-wrap gap-2">
        {items.map((item) => (
          <label
            key={item.value}
            className="flex min-h-9 cursor-pointer items-center rounded-full border border-line-strong px-3.5 font-semibold text-ink-2 text-md hover:border-ink-3 hover:text-ink has-checked:border-sea has-checked:bg-sea-weak has-checked:text-sea has-focus-visible:outline-2 has-focus-visible:outline-focus max-md:min-h-11"
          >
            <input
              type="radio"
              name={name}
              value={item.value}
              checked={item.value === value}
              onChange={() => onChange(item.value)}
              className="sr-only"
            />
            <bdi>{item.label}</bdi>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
