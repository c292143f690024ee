import type { KnownTerm } from '@naru/contract/lectures';
import { termName } from '@naru/contract/timetable';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { termsQuery } from '../../features/lectures/lectures.queries.ts';
import { shownTerm, termKey, termOf } from '../../features/lectures/terms.ts';
import { PATHS } from '../../lib/paths.ts';

const route = getRouteApi(PATHS.study);

/** The term in the URL, else `shownTerm`. */
export function useTerm() {
  const { term: wanted } = route.useSearch();
  const query = useQuery(termsQuery);
  const { data } = query;
  const currentKey = data && termKey(data.current);
  const term = wanted ?? (data && termKey(shownTerm(data)));
  return {
    query,
    term,
    /** The current term, if it is shown. */
    current: data && term === currentKey ? data.current : null,
    terms: withWanted(data?.terms ?? [], term),
  };
}

/** Adds the shown term even if it has no lectures yet. */
function withWanted(terms: readonly KnownTerm[], wanted: string | undefined): readonly KnownTerm[] {
  if (wanted === undefined || terms.some((known) => termKey(known) === wanted)) return terms;
  const term = termOf(wanted);
  return [...terms, { ...term, name: termName(term) }];
}
