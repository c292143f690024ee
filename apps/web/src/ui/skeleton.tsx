import type { ReactNode } from 'react';
import { cx } from './cx.ts';

/** A grey bar, 16 px high by default. Hidden from screen readers. */
export function Skeleton(props: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={cx(
        'block animate-shimmer bg-line [:where(&)]:h-4 [:where(&)]:rounded-sm',
        props.className,
      )}
    />
  );
}

const WIDTHS = ['w-3/5', 'w-4/5', 'w-1/2', 'w-2/3', 'w-3/4'];

type SkeletonListProps = {
  rows: number;
  /** Classes of a row. */
  className: string;
  label?: string | undefined;
  /** Content of a row. */
  children: ReactNode | ((row: number) => ReactNode);
};

/** Repeats a placeholder row and announces loading once. */
export function SkeletonList(props: SkeletonListProps) {
  const { rows, className, label = '불러오는 중입니다.', children } = props;
  return (
    <div role="status" aria-label={label}>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike and never move
        <div key={`row-${row}`} className={className}>
          {typeof children === 'function' ? children(row) : children}
        </div>
      ))}
    </div>
  );
}

/** Placeholder rows of a list. */
export function SkeletonRows({ rows = 6, label }: { rows?: number; label?: string }) {
  return (
    <SkeletonList
      rows={rows}
      label={label}
      className="flex h-12 items-center gap-4 border-line border-t px-5"
    >
      {(row) => (
        <>
          <Skeleton className={cx('h-3.5', WIDTHS[row % WIDTHS.length])} />
          <Skeleton className="ml-auto h-3 w-16" />
        </>
      )}
    </SkeletonList>
  );
}
