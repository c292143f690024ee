import type { Term } from '@naru/contract/timetable';

export type CatalogFilter = Term & {
  /** Null for all grades. */
  grade: number | null;
  query: string;
  /** Only what fits into the member's timetable. */
  isFree?: boolean;
  /** What `isFree` means instead: this plan. */
  planId?: number | undefined;
};

const termOf = ({ year, semester }: Term) => `${year}-${semester}`;

export const lectureKeys = {
  all: ['lectures'],
  terms: ['lectures', 'terms'],
  lists: ['lectures', 'list'],
  list: (filter: CatalogFilter) => ['lectures', 'list', filter] as const,
  /** Of all terms. */
  search: (query: string) => ['lectures', 'search', query] as const,
  own: (term: Term) => ['lectures', 'own', termOf(term)] as const,
  detail: (id: number) => ['lectures', 'detail', id] as const,
  weeks: ['lectures', 'week'],
  week: (id: number) => ['lectures', 'week', id] as const,
  allMarks: ['lectures', 'marks'],
  entries: (term: Term) => ['lectures', 'entries', termOf(term)] as const,
  allPlans: ['lectures', 'plans'],
  plans: (term: Term) => ['lectures', 'plans', termOf(term)] as const,
  planChanges: (id: number) => ['lectures', 'plans', 'changes', id] as const,
  marks: (term: Term) => ['lectures', 'marks', termOf(term)] as const,
} as const;
