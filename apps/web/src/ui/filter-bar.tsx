import { SlidersHorizontal, X } from 'lucide-react';
import { type ReactNode, type RefObject, useRef, useState } from 'react';
import { cx } from './cx.ts';

/** A condition of a list that is on. */
export type Filter = { key: string; label: string; onRemove: () => void };

export type FilterPanelProps = { anchor: RefObject<HTMLElement | null>; onClose: () => void };

type FilterBarProps = {
  /** What is on, as chips. */
  filters: readonly Filter[];
  /** What the button opens. */
  panel: (props: FilterPanelProps) => ReactNode;
  /** Beside the button. */
  children: ReactNode;
  className?: string;
};

/** One button for order and filters of a list, with their number, and below it a chip for each that is on. */
export function FilterBar(props: FilterBarProps) {
  const { filters, panel, children, className = 'pb-4 max-md:pb-2.5' } = props;
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const count = filters.length;
  return (
    <div className={cx('grid gap-2 px-5 max-md:px-4', className)}>
      <div className="flex min-w-0 items-center gap-2">
        {children}
        <button
          ref={button}
          type="button"
          aria-label={count > 0 ? `필터, ${count}개 적용됨` : undefined}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          className={cx(
            'inline-flex h-10 shrink-0 select-none items-center gap-1.5 rounded-ctl border px-3 font-bold text-md hover:bg-hover active:bg-line max-md:h-11',
            count > 0 ? 'border-sea text-sea' : 'border-line text-ink',
          )}
        >
          <SlidersHorizontal size={16} />
          필터
          {count > 0 && (
            <span className="min-w-5 rounded-full bg-sea px-1.5 text-center text-on-sea text-xs leading-5">
              {count}
            </span>
          )}
        </button>
      </div>
      {count > 0 && (
        <ul
          aria-label="적용한 필터"
          className="flex gap-2 max-md:-mx-4 max-md:overflow-x-auto max-md:px-4 max-md:[scrollbar-width:none] md:flex-wrap"
        >
          {filters.map(({ key, label, onRemove }) => (
            <li key={key} className="shrink-0">
              <button
                type="button"
                aria-label={`${label} 필터 지우기`}
                onClick={() => {
                  // The chip goes with its filter.
                  button.current?.focus({ preventScroll: true });
                  onRemove();
                }}
                className="flex h-8 max-w-60 items-center gap-1 rounded-full border border-sea bg-sea-weak pr-2 pl-3 font-semibold text-sea text-sm hover:border-ink-3 max-md:h-11"
              >
                <bdi className="truncate">{label}</bdi>
                <X size={14} className="shrink-0" />
              </button>
            </li>
          ))}
        </ul>
      )}
      {isOpen && panel({ anchor: button, onClose: () => setOpen(false) })}
    </div>
  );
}
