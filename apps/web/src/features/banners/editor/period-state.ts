export type PeriodState = 'shown' | 'waiting' | 'over';

/** First and last day (YYYY-MM-DD), or empty. */
type Period = { startsOn: string; endsOn: string };

/** Whether members see a banner on `today` (YYYY-MM-DD). */
export function periodState({ startsOn, endsOn }: Period, today: string): PeriodState {
  if (endsOn !== '' && endsOn < today) return 'over';
  return startsOn !== '' && startsOn > today ? 'waiting' : 'shown';
}
