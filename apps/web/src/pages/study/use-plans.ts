import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { planChangesQuery, plansQuery } from '../../features/lectures/plans/plans.queries.ts';
import { termOf } from '../../features/lectures/terms.ts';
import { PATHS } from '../../lib/paths.ts';

const route = getRouteApi(PATHS.study);

/** The plans for a term, and the one in the URL. */
export function usePlans(term: string | undefined) {
  const { plan: wanted } = route.useSearch();
  const query = useQuery({ ...plansQuery(termOf(term ?? '')), enabled: term !== undefined });
  const plan = query.data?.find(({ id }) => id === wanted) ?? null;
  return {
    query,
    plans: query.data ?? [],
    /** Null while the timetable is open. */
    plan,
    /** One is wanted that is not there yet, or no longer. */
    isMissing: wanted !== undefined && plan === null,
  };
}

/** How a plan differs from the timetable. */
export function usePlanChanges(plan: Plans['plan']) {
  return useQuery({ ...planChangesQuery(plan?.id ?? 0), enabled: plan !== null });
}

export type Plans = ReturnType<typeof usePlans>;
