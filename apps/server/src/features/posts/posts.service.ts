import { createCleanCache, resanitizePost } from '../../domain/posts/html.ts';
import { createPostBumps } from './items/bumps.ts';
import { createPostCards } from './items/cards.ts';
import { createPostPins } from './items/pins.ts';
import { createPostReads } from './items/read.ts';
import { createPostRemoval } from './items/remove.ts';
import { createOwnLists } from './lists/mine.ts';
import { createPostPasting } from './notices/paste.ts';
import { createPostsEverywhere } from './search/everywhere.ts';
import { createPostStoring } from './writing/storing.ts';
import { createPostWriting } from './writing/write.ts';

type Deps = Parameters<typeof createPostStoring>[0] &
  Omit<Parameters<typeof createPostReads>[0], 'cleanHtml'> &
  Omit<Parameters<typeof createPostPasting>[0], 'storing'> &
  Parameters<typeof createPostRemoval>[0] &
  Omit<Parameters<typeof createPostWriting>[0], 'storing' | 'pinNew'>;

export type PostsService = ReturnType<typeof createPostsService>;

export function createPostsService(deps: Deps) {
  const storing = createPostStoring(deps);
  // Stored HTML is sanitised again on reading: an older sanitiser may have accepted more.
  const cleanHtml = createCleanCache(resanitizePost);
  const { pinNew, ...pins } = createPostPins(deps);
  return {
    ...createPostReads({ ...deps, cleanHtml }),
    ...createPostWriting({ ...deps, storing, pinNew }),
    ...createPostRemoval(deps),
    ...pins,
    ...createPostBumps(deps),
    ...createPostPasting({ ...deps, storing }),
    ...createPostsEverywhere(deps),
    ...createOwnLists(deps),
    ...createPostCards(deps),
    storing,
    cleanHtml,
  };
}
