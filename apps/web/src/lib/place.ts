import { type HistoryState, useNavigate, useRouter, useSearch } from '@tanstack/react-router';

/** Search parameters by name; undefined and empty ones are removed. */
type Place = Record<string, string | number | undefined>;

/**
 * Where the reader is in a list: its page, filter or tab, which stand in the address of the page. So Back from an
 * entry, a reload and a shared link lead to the same place.
 */
export function usePlace() {
  const search: Place = useSearch({ strict: false });
  const navigate = useNavigate();
  const router = useRouter();
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
     * Replaces the history entry. Does nothing when the place is the same: a replaced entry has a new key, and its
     * scroll position would be lost.
     */
    go(place: Place): void {
      // The page may still show an older one.
      const newest: Place = router.latestLocation.search;
      const isThere = Object.entries(place).every(
        ([name, value]) => String(newest[name] ?? '') === String(value ?? ''),
      );
      if (isThere) return;
      const next = (now: Place) => ({ ...now, ...place });
      void navigate({
        to: '.',
        search: next as never,
        hash: true,
        state: ({ fromList, arrival, __TSR_key }: HistoryState & { __TSR_key?: string }) => ({
          fromList,
          arrival: arrival ?? __TSR_key,
        }),
        replace: true,
        resetScroll: false,
        hashScrollIntoView: false,
      });
    },
  };
}

/** The parameter of a page that counts from 0: none for the first. */
export const pageParameter = (page: number): number | undefined =>
  page > 0 ? page + 1 : undefined;

/** Page of a list whose address has it under `name`. */
export function usePageInAddress(name = 'page'): [number, (page: number) => void] {
  const { pageOf, go } = usePlace();
  return [pageOf(name), (page) => go({ [name]: pageParameter(page) })];
}
