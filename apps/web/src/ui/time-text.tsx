import { formatCommunityTime, formatListDate, formatNoticeTime } from '../lib/format/dates.ts';

const FORMATS = {
  list: (date: string) => formatListDate(date),
  community: (date: string) => formatCommunityTime(date),
  notice: (date: string) => formatNoticeTime(date),
};

/** A moment: `list` yyyy-MM-dd HH:mm, `community` and `notice` relative; the whole date on hover. */
export function TimeText(props: { date: string; kind: keyof typeof FORMATS; className?: string }) {
  return (
    <time dateTime={props.date} title={formatListDate(props.date)} className={props.className}>
      {FORMATS[props.kind](props.date)}
    </time>
  );
}
