import { useState } from 'react';
import { useMe } from '../../entities/member/me.ts';
import { addRecentSearch, recentSearches, removeRecentSearch } from '../../lib/recent-searches.ts';

/** The searches that this device remembers of the member. */
export function useRecentSearches() {
  const { data: me } = useMe();
  const id = me?.id ?? 0;
  const [changed, setChanged] = useState<string[]>();
  return {
    recent: changed ?? recentSearches(id),
    add: (query: string) => setChanged(addRecentSearch(id, query)),
    /** One of them, or all. */
    remove: (query?: string) => setChanged(removeRecentSearch(id, query)),
  };
}
