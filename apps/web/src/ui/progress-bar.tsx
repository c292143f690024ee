import { cx } from './cx.ts';

/** `value` from 0 to 1; indeterminate without it. */
export function ProgressBar(props: { label: string; value?: number; className?: string }) {
  const { label, value, className } = props;
  const percent =
    value === undefined ? undefined : Math.round(Math.min(1, Math.max(0, value)) * 100);
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      className={cx('h-1.5 overflow-hidden rounded-full bg-line', className)}
    >
      <div
        className={cx(
          'h-full rounded-full bg-sea transition-[width] duration-150',
          percent === undefined && 'w-1/3 animate-shimmer',
        )}
        style={percent === undefined ? undefined : { width: `${percent}%` }}
      />
    </div>
  );
}
