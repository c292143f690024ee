import { LIMITS } from '@naru/contract/limits';
import type { FoundPost } from '@naru/contract/search';
import { isSearchable } from '@naru/contract/search-places';
import { keepPreviousData, queryOptions, skipToken } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { searchKeys } from '../../entities/keys.ts';
import { useMe } from '../../entities/member/me.ts';
import { openProfile } from '../../entities/member/person-name.tsx';
import { api } from '../../lib/api/api.ts';
import type { RequestOf } from '../../lib/api/endpoints.ts';
import { contentPath, PATHS } from '../../lib/paths.ts';
import { addRecentSearch, recentSearches, removeRecentSearch } from '../../lib/recent-searches.ts';
import type { Target } from './search-options.tsx';

export type Input = NonNullable<RequestOf<'GET /api/search'>['query']>;

/** As the server compares it. */
export function cleanQuery(text: string): string {
  return text.normalize('NFC').trim().slice(0, LIMITS.queryMax);
}

/** Nothing for a query that is too short to be searched. */
export function searchQuery(input: Input) {
  const isAsked = isSearchable(String(input.query ?? ''));
  return queryOptions({
    queryKey: searchKeys.found(input),
    queryFn: isAsked ? ({ signal }) => api('GET /api/search', { query: input, signal }) : skipToken,
    placeholderData: isAsked ? keepPreviousData : undefined,
    staleTime: 30_000,
  });
}

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

/** The address of a post that was found, on a board or in a lecture room. */
export function pathOfPost({ id, boardType, lectureId }: FoundPost): string {
  return contentPath({ boardType, postId: id, lectureId });
}

export function useOpenTarget() {
  const navigate = useNavigate();
  return (target: Target): void => {
    switch (target.kind) {
      case 'search':
        void navigate({ to: PATHS.search, search: { query: target.query } });
        return;
      case 'board':
        void navigate({ to: PATHS.board, params: { boardType: target.slug } });
        return;
      case 'person':
        openProfile(target.id);
        return;
      case 'lecture':
        void navigate({ to: PATHS.lecture, params: { lectureId: String(target.id) } });
        return;
      case 'post':
        void navigate({ href: pathOfPost(target.post) });
        return;
    }
  };
}
