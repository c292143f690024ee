import { cx } from './cx.ts';

/** `value` from 0 to 1. */
export function ProgressBar(props: { label: string; value: number; className?: string }) {
  const { label, value, className } = props;
  const percent = Math.round(Math.min(1, Math.max(0, value)) * 100);
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
        className="h-full rounded-full bg-sea transition-[width] duration-150"
        style={{ width: `${percent}%` }}
      />
    </div>
  );
}
