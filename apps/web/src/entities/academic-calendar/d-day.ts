const DAY_MS = 86_400_000;

export type Period = { startsOn: string; endsOn: string };

/** `D-3`, `D-DAY` on the first day, `진행 중` until the last one, `지남` after it; days as yyyy-mm-dd. */
export function dDay({ startsOn, endsOn }: Period, today: string): string {
  if (endsOn < today) return '지남';
  if (startsOn < today) return '진행 중';
  const left = (Date.parse(startsOn) - Date.parse(today)) / DAY_MS;
  return left === 0 ? 'D-DAY' : `D-${left}`;
}

/** The next dates in one line, without those that have ended since they were loaded. */
export function datesLine(dates: readonly (Period & { title: string })[], today: string): string {
  const next = dates.filter(({ endsOn }) => endsOn >= today);
  return (
    next.map((date) => `${dDay(date, today)} ${date.title}`).join(' · ') ||
    '예정된 일정이 없습니다.'
  );
}
