const timeZone = 'Asia/Seoul';

const day = new Intl.DateTimeFormat('ko-KR', {
  timeZone,
  year: 'numeric',
  month: 'long',
  day: 'numeric',
  weekday: 'long',
});
const time = new Intl.DateTimeFormat('en-GB', {
  timeZone,
  hour: 'numeric',
  minute: '2-digit',
  hourCycle: 'h23',
});
const HALF_DAY = 12;

function format(formatter: Intl.DateTimeFormat, iso: string): string {
  const date = new Date(iso);
  return Number.isNaN(date.getTime()) ? '' : formatter.format(date);
}

/** `2026년 11월 20일 금요일`. */
export function formatChatDay(iso: string): string {
  return format(day, iso);
}

/** `오후 2:02`; built by hand, because browsers differ in the Korean day periods. */
export function formatChatTime(iso: string): string {
  const [hours, minutes] = format(time, iso).split(':');
  if (minutes === undefined) return '';
  const hour = Number(hours);
  return `${hour < HALF_DAY ? '오전' : '오후'} ${hour % HALF_DAY || HALF_DAY}:${minutes}`;
}
