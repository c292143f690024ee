import { useNavigate, useSearch } from '@tanstack/react-router';

/** Search parameters by name; undefined and empty ones are removed. */
type Place = Record<string, string | number | undefined>;

/**
 * Where the reader is in a list: its page, filter or tab, which stand in the address of the page. So Back from an
 * entry, a reload and a shared link lead to the same place.
 */
export function usePlace() {
  const search: Place = useSearch({ strict: false });
  const navigate = useNavigate();
  const read = (name: string) => (search[name] === undefined ? undefined : String(search[name]));
  /** The known value of a filter or a tab. */
  const oneOf = <T extends string>(name: string, known: readonly T[]): T | undefined =>
    known.find((one) => one === read(name));
  return {
    read,
    oneOf,
    /** The first for none or an unknown one. */
    choice: <T extends string>(name: string, known: readonly [T, ...T[]]): T =>
      oneOf(name, known) ?? known[0],
    /** Counts from 0, in the address from 1. */
    pageOf: (name = 'page'): number => Math.max(0, Number(search[name] ?? 1) - 1 || 0),
    /**
     * The browser's entry of the page gets the new place, and a page that counts from 0. The same place again, such
     * as when a list opens, changes nothing: it would take the scroll position of the entry.
     */
    go(place: Place, page?: number): void {
      const turned = page === undefined ? place : { ...place, page: pageParameter(page) };
      const isThere = Object.entries(turned).every(
        ([name, value]) => (read(name) ?? '') === String(value ?? ''),
      );
      if (isThere) return;
      const next = (now: Place) => ({ ...now, ...turned });
      void navigate({
        to: '.',
        search: next as never,
        // Such as that the reader came from a list, to which a link leads back.
        state: true,
        replace: true,
        resetScroll: false,
      });
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
