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

/** Placeholder rows of a list. Announces loading once. */
export function SkeletonRows(props: { rows?: number; label?: string }) {
  const { rows = 6, label = '불러오는 중입니다.' } = props;
  return (
    <div role="status" aria-label={label}>
      {Array.from({ length: rows }, (_, row) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike and never move
          key={`row-${row + 1}`}
          className="flex h-12 items-center gap-4 border-line border-t px-5"
        >
          <Skeleton className={cx('h-3.5', WIDTHS[row % WIDTHS.length])} />
          <Skeleton className="ml-auto h-3 w-16" />
        </div>
      ))}
    </div>
  );
}
