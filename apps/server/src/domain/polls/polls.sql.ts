import { type SQL, sql } from 'drizzle-orm';
import { pollBallots, polls, posts } from '../../db/schema/index.ts';

export interface PollRow {
  options: string[];
  counts: number[];
  maxChoices: number;
  isAnonymous: boolean;
  endsAt: string | Date | null;
  voterCount: number;
  /** Bits of the options that the reader chose; null without a vote. */
  chosen: number | null;
}

/** What the voter chose in the poll of the row; null without a vote. */
export function chosenBy(voter: unknown): SQL<number | null> {
  return sql<number | null>`(${sql`select ${pollBallots.choices} from ${pollBallots}
    where ${pollBallots.postId} = ${polls.postId} and ${pollBallots.voter} = ${voter}`})`;
}

/** The poll of a post as the voter sees it, for statements that read `posts`; null without one. */
export function pollOf(voter: SQL): SQL<PollRow | null> {
  return sql<PollRow | null>`(${sql`case when ${posts.hasPoll} then (
    select json_build_object('options', ${polls.options}, 'counts', ${polls.counts},
      'maxChoices', ${polls.maxChoices}, 'isAnonymous', ${polls.isAnonymous},
      'endsAt', ${polls.endsAt}, 'voterCount', ${polls.voterCount}, 'chosen', ${chosenBy(voter)})
    from ${polls} where ${polls.postId} = ${posts.id}) end`})`;
}
