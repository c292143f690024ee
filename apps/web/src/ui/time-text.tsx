import { useSyncExternalStore } from 'react';
import { clockNow, subscribeClock } from '../lib/clock.ts';
import {
  formatCommunityTime,
  formatListDate,
  formatMinuteTime,
  formatNotificationTime,
} from '../lib/format/dates.ts';

type TimeTextProps = { date: string; className?: string };

type Kind = 'list' | 'community' | 'minute' | 'notification';

/**
 * `list`: yyyy-MM-dd HH:mm; the others are relative, `minute` for anonymous content. The full date on
 * hover.
 */
export function TimeText(props: TimeTextProps & { kind: Kind }) {
  const { kind, ...rest } = props;
  if (kind === 'community') return <RelativeTime {...rest} format={formatCommunityTime} />;
  if (kind === 'minute') return <RelativeTime {...rest} format={formatMinuteTime} />;
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
