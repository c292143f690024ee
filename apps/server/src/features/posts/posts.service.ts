import { createCleanCache, resanitizePost } from '../../domain/posts/html.ts';
import { createPostPlaces } from './items/place.ts';
import { createPostReads } from './items/read.ts';
import { createPostRemoval } from './items/remove.ts';
import { createPostLists } from './lists/lists.ts';
import { createListMemory } from './lists/memory.ts';
import { createOwnLists } from './lists/mine.ts';
import { createOpenTitles } from './notices/open-titles.ts';
import { createPostPasting } from './notices/paste.ts';
import { createPostsEverywhere } from './search/everywhere.ts';
import { createPostFolding } from './search/folding.ts';
import { createSearches } from './search/searches.ts';
import { createPostStoring } from './writing/storing.ts';
import { createPostWriting } from './writing/write.ts';

type Deps = Parameters<typeof createOpenTitles>[0] &
  Parameters<typeof createPostStoring>[0] &
  Parameters<typeof createSearches>[0] &
  Omit<Parameters<typeof createPostReads>[0], 'cleanHtml' | 'memory'> &
  Omit<Parameters<typeof createPostPasting>[0], 'storing'> &
  Parameters<typeof createPostRemoval>[0] &
  Omit<Parameters<typeof createPostWriting>[0], 'storing' | 'pinNew'>;

export type PostsService = ReturnType<typeof createPostsService>;

export function createPostsService(deps: Deps) {
  const storing = createPostStoring(deps);
  // Stored HTML is sanitised again on reading: an older sanitiser may have accepted more.
  const cleanHtml = createCleanCache(resanitizePost);
  const { pinNew, ...places } = createPostPlaces(deps);
  const memory = createListMemory(deps);
  return {
    ...createPostLists({ ...deps, memory, searches: createSearches(deps) }),
    ...createPostReads({ ...deps, memory, cleanHtml }),
    ...createPostWriting({ ...deps, storing, pinNew }),
    ...createPostRemoval(deps),
    ...places,
    ...createPostPasting({ ...deps, storing }),
    ...createPostsEverywhere(deps),
    ...createOwnLists(deps),
    ...createOpenTitles(deps),
    ...createPostFolding(deps),
    storing,
    cleanHtml,
  };
}
