const DAY_MS = 86_400_000;

export type Period = { startsOn: string; endsOn: string };

/** `D-3`, `D-DAY` on the first day, `진행 중` until the last one, `지남` after it; days as yyyy-mm-dd. */
export function dDay({ startsOn, endsOn }: Period, today: string): string {
  if (endsOn < today) return '지남';
  if (startsOn < today) return '진행 중';
  const left = (Date.parse(startsOn) - Date.parse(today)) / DAY_MS;
  return left === 0 ? 'D-DAY' : `D-${left}`;
}

/** How long something may take that is due on a day: `3일 남음`, `오늘까지`, `2일 지남`. */
export function dueText(day: string, today: string): string {
  const left = (Date.parse(day) - Date.parse(today)) / DAY_MS;
  if (left === 0) return '오늘까지';
  return left > 0 ? `${left}일 남음` : `${-left}일 지남`;
}

/** Days ahead within which a date is close. */
const SOON_DAYS = 7;

/**
 * What begins or ends within a week, in one line: `D-3 등록 기간 · 진행 중 수강 신청`; null for nothing. A date that goes
 * on for longer is no deadline yet.
 */
export function soonDates(
  dates: readonly (Period & { title: string })[],
  today: string,
): string | null {
  const until = Date.parse(today) + SOON_DAYS * DAY_MS;
  const isSoon = ({ startsOn, endsOn }: Period) =>
    endsOn >= today && Date.parse(startsOn < today ? endsOn : startsOn) <= until;
  const soon = dates.filter(isSoon).map((date) => `${dDay(date, today)} ${date.title}`);
  return soon.length > 0 ? soon.join(' · ') : null;
}
