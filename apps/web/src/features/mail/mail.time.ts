/** All days are Asia/Seoul (spec 9, decisions 181). */
const timeZone = 'Asia/Seoul';

const day = new Intl.DateTimeFormat('ko-KR', {
  timeZone,
  year: 'numeric',
  month: 'long',
  day: 'numeric',
  weekday: 'long',
});
const time = new Intl.DateTimeFormat('ko-KR', {
  timeZone,
  hour: 'numeric',
  minute: '2-digit',
  hour12: true,
});

function format(formatter: Intl.DateTimeFormat, iso: string): string {
  const date = new Date(iso);
  return Number.isNaN(date.getTime()) ? '' : formatter.format(date);
}

/** `2026년 11월 20일 금요일`. */
export function formatChatDay(iso: string): string {
  return format(day, iso);
}

/** `오후 2:02`. */
export function formatChatTime(iso: string): string {
  return format(time, iso);
}
