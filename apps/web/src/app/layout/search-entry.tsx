import { useNavigate } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { createStore, useStore } from '../../lib/store.ts';
import { PHONE, useMedia } from '../../lib/use-media.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { PATHS } from '../paths.ts';

const SearchDialog = lazyPart(
  async () => (await import('../../features/search/search-dialog.tsx')).SearchDialog,
);

export const isSearching = createStore(false);

/** Opens the search over everything: above the page, on phones a page of its own. */
export function SearchEntry() {
  const isOpen = useStore(isSearching);
  const isPhone = useMedia(PHONE);
  const navigate = useNavigate();
  return (
    <>
      <IconButton
        label="통합 검색"
        aria-keyshortcuts="/ Control+K"
        onClick={() => (isPhone ? void navigate({ to: PATHS.search }) : isSearching.set(true))}
      >
        <Search size={20} />
      </IconButton>
      {isOpen && <SearchDialog onClose={() => isSearching.set(false)} />}
    </>
  );
}
