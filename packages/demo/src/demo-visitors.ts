import type { Tx } from '@naru/server/db/client';
import { dailyVisitors } from '@naru/server/db/schema';
import { kstDay } from '@naru/server/platform/clock';
import type { DemoWorld } from './demo-world.ts';
import { seeded } from './random.ts';

const SEED = 20_260_601;
const DAY_MS = 86_400_000;
/** Six months, the longest range of the statistics. */
const DAYS_BACK = 184;
/** Probability of a visit per member on a weekday and at a weekend. */
const WEEKDAY = 0.72;
const WEEKEND = 0.38;
const CHUNK = 2000;

/** Inserts visits from each member's sign-up on, with fewer at weekends and today. */
export async function insertDemoVisitors(
  tx: Tx,
  { now, people }: Pick<DemoWorld, 'now' | 'people'>,
): Promise<void> {
  const random = seeded(SEED);
  const visits = Array.from(
    { length: DAYS_BACK },
    (_, ago) => new Date(now.getTime() - ago * DAY_MS),
  ).flatMap((date, ago) => {
    const day = kstDay(date);
    const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
    const chance = (weekday % 6 === 0 ? WEEKEND : WEEKDAY) * (ago === 0 ? 0.6 : 1);
    return people
      .filter(({ since }) => kstDay(since) <= day)
      .filter(() => random() < chance)
      .map(({ id: memberId }) => ({ day, memberId }));
  });
  for (let from = 0; from < visits.length; from += CHUNK) {
    await tx.insert(dailyVisitors).values(visits.slice(from, from + CHUNK));
  }
}
