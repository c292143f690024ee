import { useSyncExternalStore } from 'react';
import { clockNow, subscribeClock } from '../lib/clock.ts';
import {
  formatCommunityTime,
  formatListDate,
  formatNotificationTime,
} from '../lib/format/dates.ts';

type TimeTextProps = { date: string; className?: string };

/** `list`: yyyy-MM-dd HH:mm; `community` and `notification`: relative. The full date on hover. */
export function TimeText(props: TimeTextProps & { kind: 'list' | 'community' | 'notification' }) {
  const { kind, ...rest } = props;
  if (kind === 'community') return <RelativeTime {...rest} format={formatCommunityTime} />;
  if (kind === 'notification') return <RelativeTime {...rest} format={formatNotificationTime} />;
  return <Moment {...rest} text={formatListDate(props.date)} />;
}

/** Re-renders only when the shared clock changes its text. */
function RelativeTime(props: TimeTextProps & { format: (date: string, now: number) => string }) {
  const { format, ...rest } = props;
  const text = useSyncExternalStore(subscribeClock, () => format(props.date, clockNow()));
  return <Moment {...rest} text={text} />;
}

function Moment({ date, className, text }: TimeTextProps & { text: string }) {
  return (
    <time dateTime={date} title={formatListDate(date)} className={className}>
      {text}
    </time>
  );
}
