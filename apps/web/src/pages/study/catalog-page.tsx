import { getRouteApi } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useHasRole } from '../../entities/member/me.ts';
import { CatalogPanel } from '../../features/lectures/catalog/catalog-panel.tsx';
import { PATHS } from '../../lib/paths.ts';
import { CATALOG_ID, CATALOG_TOGGLE_ID, isCreating, usePlans, useTerm } from './use-term.ts';

const route = getRouteApi(PATHS.study);

/** Child route of the dashboard, below its timetable. */
export function CatalogPage() {
  const navigate = route.useNavigate();
  const { term, terms, isAhead } = useTerm();
  const { plan, query, isMissing } = usePlans(term);
  const search = route.useSearch();
  const mayCreate = useHasRole('STUDENT');

  useEffect(() => {
    // When opened by its button, focuses the catalogue and scrolls the week into view above it,
    // or, where both do not fit, the catalogue itself. A first load moves nothing.
    if (document.activeElement?.id !== CATALOG_TOGGLE_ID) return;
    const catalog = document.getElementById(CATALOG_ID);
    document.querySelector('.timetable')?.scrollIntoView({ block: 'nearest' });
    const heading = catalog?.querySelector('h2');
    const isBelow = (heading?.getBoundingClientRect().bottom ?? 0) > window.innerHeight;
    if (isBelow) catalog?.scrollIntoView({ block: 'start' });
    heading?.focus({ preventScroll: true });
  }, []);

  // Not before it is known where its lectures go.
  if (term === undefined || (isMissing && query.isPending)) return null;
  return (
    <CatalogPanel
      id={CATALOG_ID}
      terms={terms}
      term={term}
      plan={plan}
      isAhead={isAhead}
      onTerm={(next) =>
        void navigate({
          to: PATHS.studyCatalog,
          search: { ...search, term: next, plan: undefined },
          resetScroll: false,
        })
      }
      start={{
        query: search.query ?? '',
        grade: search.grade ?? null,
        isFree: search.free === 'true',
      }}
      onSearch={({ query: words, grade, isFree }) =>
        void navigate({
          to: PATHS.studyCatalog,
          search: (now) => ({
            ...now,
            query: words.trim() || undefined,
            grade: grade ?? undefined,
            free: isFree ? 'true' : undefined,
          }),
          replace: true,
          resetScroll: false,
        })
      }
      onClose={() => {
        document.getElementById(CATALOG_TOGGLE_ID)?.focus({ preventScroll: true });
        void navigate({
          to: PATHS.study,
          search: ({ term, plan }) => ({ term, plan }),
          resetScroll: false,
        });
      }}
      onCreate={mayCreate ? () => isCreating.set(true) : undefined}
    />
  );
}
