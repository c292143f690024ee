import type { KnownTerm } from '@naru/contract/lectures';
import { termName } from '@naru/contract/timetable';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { termsQuery } from '../../features/lectures/lectures.queries.ts';
import { planChangesQuery, plansQuery } from '../../features/lectures/plans/plans.queries.ts';
import { shownTerm, termKey, termOf } from '../../features/lectures/terms.ts';
import { PATHS } from '../../lib/paths.ts';
import { createStore } from '../../lib/store.ts';

/** Ids that tie the catalogue panel to its toggle button. */
export const CATALOG_ID = 'lecture-catalog';
export const CATALOG_TOGGLE_ID = 'lecture-catalog-toggle';

/** Whether the creation dialog is open; the side panel and the catalogue both open it. */
export const isCreating = createStore(false);

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

const route = getRouteApi(PATHS.study);

/** The term in the URL, else `shownTerm`. */
export function useTerm() {
  const { term: wanted } = route.useSearch();
  const query = useQuery(termsQuery);
  const { data } = query;
  const currentKey = data && termKey(data.current);
  const ahead = data && termKey(shownTerm(data));
  const term = wanted ?? ahead;
  return {
    query,
    term,
    /** The current term, if it is shown. */
    current: data && term === currentKey ? data.current : null,
    /** The term that members attend or choose lectures for now is shown. */
    isAhead: term !== undefined && term === ahead,
    terms: withWanted(data?.terms ?? [], term),
  };
}

/** Adds the shown term even if it has no lectures yet. */
function withWanted(terms: readonly KnownTerm[], wanted: string | undefined): readonly KnownTerm[] {
  if (wanted === undefined || terms.some((known) => termKey(known) === wanted)) return terms;
  const term = termOf(wanted);
  return [...terms, { ...term, name: termName(term) }];
}
