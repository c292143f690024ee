import { getRouteApi, useMatchRoute } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { isConnected } from '../../lib/offline/connection.ts';
import { PATHS } from '../../lib/paths.ts';

const route = getRouteApi(PATHS.study);

/** Opens a term, a plan or the catalogue by the address. */
export function useMoves(term: string) {
  const navigate = route.useNavigate();
  const isCatalogOpen = Boolean(useMatchRoute()({ to: PATHS.studyCatalog }));
  const page = isCatalogOpen ? PATHS.studyCatalog : PATHS.study;
  const goTo = (to: typeof page, next = term) =>
    void navigate({
      to,
      search: next === term ? (search) => search : { term: next },
      resetScroll: false,
    });
  return {
    isCatalogOpen,
    toTerm: (next: string) => goTo(page, next),
    toPlan: (id: number | undefined) =>
      void navigate({
        to: page,
        search: (search) => ({ ...search, plan: id }),
        resetScroll: false,
      }),
    toggleCatalog: () => goTo(isCatalogOpen ? PATHS.study : PATHS.studyCatalog),
  };
}

type Visit = {
  /** All has loaded once, or failed. */
  isReady: boolean;
  /** Everything that the week may show. */
  week: readonly (readonly unknown[] | undefined)[];
  isAhead: boolean;
  teaches: boolean;
};

/** Opens the catalogue instead of an empty week, once for each visit: who closes it sees the week. */
export function useCatalogOfEmpty({ isReady, week, isAhead, teaches }: Visit): void {
  const navigate = route.useNavigate();
  const isOpen = Boolean(useMatchRoute()({ to: PATHS.studyCatalog }));
  const isDecided = useRef(false);
  const isWanted = isAhead && !teaches && week.every((list) => list?.length === 0);
  useEffect(() => {
    if (!isReady || isDecided.current) return;
    isDecided.current = true;
    // Without a network its code and its lectures are not there.
    if (!isWanted || isOpen || !isConnected.get()) return;
    // In place of the page, which Back would open again.
    void navigate({
      to: PATHS.studyCatalog,
      search: (search) => search,
      replace: true,
      resetScroll: false,
    });
  }, [isReady, isWanted, isOpen, navigate]);
}
