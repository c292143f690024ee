import { useNavigate, useSearch } from '@tanstack/react-router';

/** Search parameters by name; undefined ones are removed. */
type Place = Record<string, string | number | undefined>;

/**
 * Where the reader is in a list: its page, filter or tab, which stand in the address of the page. So Back from an
 * entry, a reload and a shared link lead to the same place.
 */
export function usePlace() {
  const search: Place = useSearch({ strict: false });
  const navigate = useNavigate();
  return {
    read: (name: string): string | undefined =>
      search[name] === undefined ? undefined : String(search[name]),
    /** The known value of a filter or a tab; the first for none or an unknown one. */
    choice<T extends string>(name: string, known: readonly [T, ...T[]]): T {
      return known.find((one) => one === String(search[name])) ?? known[0];
    },
    /** Counts from 0, in the address from 1. */
    pageOf: (name = 'page'): number => Math.max(0, Number(search[name] ?? 1) - 1 || 0),
    /** The browser's entry of the page gets the new place. */
    go(place: Place): void {
      const next = (now: Place) => ({ ...now, ...place });
      void navigate({ to: '.', search: next as never, replace: true, resetScroll: false });
    },
  };
}

/** The parameter of a page that counts from 0: none for the first. */
const pageParameter = (page: number): number | undefined => (page > 0 ? page + 1 : undefined);

/** Page of a list whose address has it under `name`. */
export function usePageInAddress(name = 'page'): [number, (page: number) => void] {
  const { pageOf, go } = usePlace();
  return [pageOf(name), (page) => go({ [name]: pageParameter(page) })];
}
