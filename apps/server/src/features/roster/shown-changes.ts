import { LIMITS } from '@naru/contract/limits';
import { countFitting } from '../../platform/fitting.ts';

/**
 * The changes of a file of thousands of people as a response shows them: the first of each verdict, in
 * their order, with how many there are of each. Where not all of these fit, each verdict has as many as
 * the others, or all of its own.
 */
export function shownChanges<T extends { verdict: string }>(changes: readonly T[]) {
  const counted = new Map<T['verdict'], number>();
  const first: { change: T; at: number; rank: number }[] = [];
  for (const [at, change] of changes.entries()) {
    const rank = (counted.get(change.verdict) ?? 0) + 1;
    counted.set(change.verdict, rank);
    if (rank <= LIMITS.rosterChangesShown) first.push({ change, at, rank });
  }
  const counts = [...counted].map(([verdict, count]) => ({ verdict, count }));
  const inTurns = first.toSorted((a, b) => a.rank - b.rank || a.at - b.at);
  const fitting = countFitting(
    inTurns.map(({ change }) => change),
    LIMITS.pageBytes,
  );
  const shown = inTurns.slice(0, fitting).toSorted((a, b) => a.at - b.at);
  return { changes: shown.map(({ change }) => change), counts };
}
