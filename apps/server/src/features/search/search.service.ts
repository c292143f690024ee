import { LIMITS } from '@naru/contract/limits';
import type { RouteInput, RouteResult } from '@naru/contract/route';
import type { searchRoutes } from '@naru/contract/search';
import type { Actor } from '../../platform/actor.ts';
import type { FriendsService } from '../friends/friends.service.ts';
import type { LecturesService } from '../lectures/lectures.service.ts';
import type { PostsService } from '../posts/posts.service.ts';

type Input = RouteInput<typeof searchRoutes.search>['query'];
type Found = RouteResult<typeof searchRoutes.search>;

interface Deps {
  posts: Pick<PostsService, 'search'>;
  lectures: Pick<LecturesService, 'list'>;
  friends: Pick<FriendsService, 'find'>;
}

export type SearchService = ReturnType<typeof createSearchService>;

/** One search over posts, lectures and people. */
export function createSearchService({ posts, lectures, friends }: Deps) {
  async function findNames(actor: Actor, { query }: Input) {
    const [found, people] = await Promise.all([
      lectures.list(actor, { query, page: 0, size: LIMITS.searchNames }),
      friends.find(actor, query),
    ]);
    const named = found.data.map(({ id, title, professorName, year, semester, isMarked }) => {
      return { id, title, professorName, year, semester, isMarked };
    });
    return { lectures: named, people };
  }

  return {
    /** Three statements that run at once; one for later pages and for a single place. */
    async search(actor: Actor, input: Input): Promise<Found> {
      const hasNames = input.page === 0 && input.place === undefined;
      const [found, names] = await Promise.all([
        posts.search(actor, input),
        hasNames ? findNames(actor, input) : { lectures: [], people: [] },
      ]);
      return { ...found, ...names };
    },
  };
}
