import { canAnswerQuestions } from '@naru/contract/roles';
import type { QueryClient } from '@tanstack/react-query';
import { meQuery } from '../../entities/member/me.ts';
import { bannersQuery } from '../../features/banners/banners.queries.ts';
import { mealDayQuery } from '../../features/cafeteria/meal-day.ts';
import { waitingQuery } from '../../features/lecture-posts/lecture-posts.queries.ts';
import { marksQuery, termsQuery } from '../../features/lectures/lectures.queries.ts';
import { clockNow } from '../../lib/clock.ts';
import { koreanDay } from '../../lib/format/dates.ts';
import { summariesQuery } from './use-home.ts';

/** Starts all calls of the dashboard. */
export async function startDashboard(client: QueryClient): Promise<void> {
  const ofTerm = async () => {
    const { current } = await client.ensureQueryData(termsQuery);
    await client.prefetchQuery(marksQuery(current));
  };
  const ofRole = async () => {
    const { roles } = await client.ensureQueryData(meQuery);
    if (canAnswerQuestions(roles)) await client.prefetchQuery(waitingQuery(0));
  };
  await Promise.allSettled([
    client.prefetchQuery(summariesQuery),
    client.prefetchQuery(bannersQuery),
    client.prefetchQuery(mealDayQuery(koreanDay(clockNow()))),
    ofTerm(),
    ofRole(),
  ]);
}
