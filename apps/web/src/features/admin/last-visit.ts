const DAY_MS = 86_400_000;
/** Later days are said as they are. */
const DAYS_AGO_MAX = 13;

/** `오늘`, `3일 전`, `2026-11-03`; both are Korean days. */
export function formatLastVisit(day: string | null, today: string): string {
  if (day === null) return '기록 없음';
  const ago = Math.round((Date.parse(today) - Date.parse(day)) / DAY_MS);
  if (ago <= 0) return '오늘';
  if (ago === 1) return '어제';
  return ago <= DAYS_AGO_MAX ? `${ago}일 전` : day;
}
