import { Search } from 'lucide-react';
import { createStore, useStore } from '../../lib/store.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';

const SearchLayer = lazyPart(
  async () => (await import('../../features/search/search-dialog.tsx')).SearchLayer,
);

export const isSearching = createStore(false);

/** Opens the search over everything: above the page, on phones a page of its own. */
export function SearchEntry() {
  const isOpen = useStore(isSearching);
  return (
    <>
      <IconButton
        label="통합 검색"
        aria-keyshortcuts="/ Control+K"
        onClick={() => isSearching.set(true)}
      >
        <Search size={20} />
      </IconButton>
      {isOpen && <SearchLayer onClose={() => isSearching.set(false)} />}
    </>
  );
}
