import { serverNow } from '../../lib/clock.ts';
import { koreanDay } from '../../lib/format/dates.ts';
import { cx } from '../../ui/cx.ts';

/** `11월 25일`, of YYYY-MM-DD. */
function dayText(day: string): string {
  return `${Number(day.slice(5, 7))}월 ${Number(day.slice(8, 10))}일`;
}

/** The deadline of a must-read notice; red from its last day on. */
export function DueText({ dueOn, className }: { dueOn: string; className?: string }) {
  const today = koreanDay(serverNow());
  const text = dueOn < today ? '기한 지남' : `${dayText(dueOn)}까지`;
  return (
    <span className={cx(dueOn <= today ? 'font-semibold text-buoy' : 'text-ink-3', className)}>
      {text}
    </span>
  );
}
