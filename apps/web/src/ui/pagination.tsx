import {
  ChevronLeft,
  ChevronRight,
  ChevronsLeft,
  ChevronsRight,
  type LucideIcon,
} from 'lucide-react';
import { type MouseEvent, useEffect } from 'react';
import { cx } from './cx.ts';

type PaginationProps = {
  /** Zero-based. */
  page: number;
  totalPages: number;
  onPage: (page: number) => void;
  /** Renders links (open in a new tab); plain clicks still call `onPage`. */
  hrefOf?: (page: number) => string;
  label?: string;
};

/** Null for a single page. */
export function Pagination(props: PaginationProps) {
  const { page, totalPages, label = '페이지 이동' } = props;
  if (totalPages <= 1) return null;
  const last = totalPages - 1;
  // All pages are in view on phones too, so the outer buttons lead nowhere else.
  const isShort = totalPages <= SPAN;
  return (
    <nav
      aria-label={label}
      className="flex flex-wrap items-center justify-center gap-1 p-4 max-md:gap-0 max-md:px-0"
    >
      <Step
        {...props}
        to={0}
        label="첫 페이지"
        isWide={isShort}
        off={page <= 0}
        Icon={ChevronsLeft}
      />
      <Step {...props} to={page - 1} label="이전 페이지" off={page <= 0} Icon={ChevronLeft} />
      {pageWindow(page, totalPages).map((slot) =>
        slot.kind === 'gap' ? (
          <span
            key={`gap-${slot.after}`}
            aria-hidden="true"
            className="w-5 text-center text-ink-3 max-md:hidden"
          >
            …
          </span>
        ) : (
          <Step
            key={slot.page}
            {...props}
            to={slot.page}
            label={`${slot.page + 1}페이지`}
            current={slot.page === page}
            isWide={slot.isWide}
          />
        ),
      )}
      <Step {...props} to={page + 1} label="다음 페이지" off={page >= last} Icon={ChevronRight} />
      <Step
        {...props}
        to={last}
        label="마지막 페이지"
        isWide={isShort}
        off={page >= last}
        Icon={ChevronsRight}
      />
    </nav>
  );
}

type StepProps = PaginationProps & {
  to: number;
  label: string;
  current?: boolean;
  /** Only for wide screens: a row of a phone has room for seven buttons of a finger's width. */
  isWide?: boolean;
  off?: boolean;
  /** Shown instead of the page number. */
  Icon?: LucideIcon;
};

function Step({ to, label, current, isWide, off, Icon, hrefOf, onPage }: StepProps) {
  const common = {
    'aria-label': label,
    'aria-current': current ? ('page' as const) : undefined,
    className: cx(
      'grid h-9 min-w-9 place-items-center rounded-ctl px-1 font-semibold text-md max-md:h-11 max-md:min-w-11',
      current ? 'bg-ink text-paper' : 'text-ink-2 hover:bg-hover hover:text-ink',
      off && 'opacity-40',
      isWide && 'max-md:hidden',
    ),
    children: Icon ? <Icon size={16} /> : to + 1,
  };
  if (off || !hrefOf) {
    return <button type="button" {...common} disabled={off} onClick={() => onPage(to)} />;
  }
  const onClick = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    onPage(to);
  };
  return <a {...common} href={hrefOf(to)} onClick={onClick} />;
}

type PageSlot =
  /** `isWide`: one that phones leave out. */
  { kind: 'page'; page: number; isWide: boolean } | { kind: 'gap'; after: number };

const SIDE = 2;
const SPAN = SIDE * 2 + 1;
/** Pages in view on phones when there are more than `SPAN`. */
const PHONE_SPAN = 3;

/**
 * Items of a pager: up to five pages around the current one, the first and the last page, and gaps
 * between. Pages are zero-based; `current` is clamped to the range.
 */
export function pageWindow(current: number, total: number): PageSlot[] {
  if (total <= 0) return [];
  const last = total - 1;
  const at = Math.min(Math.max(0, Math.trunc(current)), last);
  const from = Math.max(0, Math.min(at - SIDE, total - SPAN));
  const to = Math.min(last, from + SPAN - 1);
  const first = Math.max(0, Math.min(at - 1, total - PHONE_SPAN));
  const isFar = (page: number) => page < first || page >= first + PHONE_SPAN;
  const slots: PageSlot[] = [];
  if (from > 0) slots.push({ kind: 'page', page: 0, isWide: true });
  if (from > 1) slots.push({ kind: 'gap', after: 0 });
  for (let page = from; page <= to; page += 1) {
    slots.push({ kind: 'page', page, isWide: total > SPAN && isFar(page) });
  }
  if (to < last - 1) slots.push({ kind: 'gap', after: to });
  if (to < last) slots.push({ kind: 'page', page: last, isWide: true });
  return slots;
}

type Pages = {
  /** Zero-based. */
  page: number;
  /** Undefined while unknown. */
  totalPages: number | undefined;
  onPage: (page: number) => void;
};

/**
 * Goes to the last page when the current one no longer exists, for example after its only row was
 * deleted.
 */
export function useExistingPage({ page, totalPages, onPage }: Pages): void {
  const last = totalPages === undefined ? page : Math.max(0, totalPages - 1);
  useEffect(() => {
    if (page > last) onPage(last);
  });
}
