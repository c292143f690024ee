import { createCleanCache, resanitizePost } from '../../domain/posts/html.ts';
import { createPostBumps } from './posts.bumps.ts';
import { createPostCards } from './posts.cards.ts';
import { createPostsEverywhere } from './posts.everywhere.ts';
import { createOwnLists } from './posts.mine.ts';
import { createPostPasting } from './posts.paste.ts';
import { createPostPins } from './posts.pins.ts';
import { createPostReads } from './posts.read.ts';
import { createPostRemoval } from './posts.remove.ts';
import { createPostStoring } from './posts.storing.ts';
import { createPostWriting } from './posts.write.ts';

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
