import type { Poll, Vote } from '@naru/contract/polls';
import { TEXTS } from '@naru/contract/texts';
import type { PollRow } from '../../domain/polls/polls.sql.ts';
import {
  isOver,
  pollVersion,
  positionsOf,
  presentPoll,
  setOf,
  showsResults,
  voterIn,
} from '../../domain/polls/polls.ts';
import type { Actor } from '../../platform/actor.ts';
import { AppError, fieldError } from '../../platform/errors.ts';
import { type PageQuery, pageCounts, rangeOf } from '../../platform/paging.ts';
import type { Tools } from '../tools.ts';
import { castBallot, findPoll, listVoters, lockPoll, type Voter } from './polls.repo.ts';

type Deps = Pick<Tools, 'db' | 'clock' | 'seal'>;

export type PollsService = ReturnType<typeof createPollsService>;

/** Polls of posts, which are stored with them. */
export function createPollsService({ db, clock, seal }: Deps) {
  const readerOf = ({ memberId }: Actor, postId: number): Voter => ({
    memberId,
    seal: seal.seal(memberId),
    voter: voterIn(seal, postId, memberId),
  });

  /** Throws POST_NOT_FOUND also for a post without a poll. */
  async function read(actor: Actor, postId: number) {
    const row = await findPoll(db, postId, readerOf(actor, postId));
    if (row === null) throw new AppError('POST_NOT_FOUND');
    return row;
  }

  return {
    async get(actor: Actor, postId: number): Promise<Poll> {
      return presentPoll(await read(actor, postId), clock.now());
    },

    /**
     * Stores or replaces the actor's ballot. Throws POST_NOT_FOUND, POLL_ENDED, POLL_CHANGED for a poll
     * that was edited after the actor saw it, and VALIDATION_FAILED for options that it does not have
     * and for more than it allows.
     */
    async vote(actor: Actor, postId: number, { choices, version }: Vote): Promise<Poll> {
      const reader = readerOf(actor, postId);
      const chosen = setOf(choices);
      return db.transaction(async (tx) => {
        const poll = await lockPoll(tx, postId, reader);
        if (poll === null) throw new AppError('POST_NOT_FOUND');
        const now = clock.now();
        if (isOver(poll, now)) throw new AppError('POLL_ENDED');
        if (version !== pollVersion(poll)) throw new AppError('POLL_CHANGED');
        requireChoices(poll, chosen);
        const results = await castBallot(tx, { poll, reader, choices: chosen });
        return presentPoll({ ...poll, ...results, chosen }, now);
      });
    },

    /** Throws POST_NOT_FOUND, and POLL_VOTERS_HIDDEN for an anonymous poll and before the results. */
    async voters(
      actor: Actor,
      postId: number,
      { option, ...page }: PageQuery & { option: number },
    ) {
      const poll = await read(actor, postId);
      if (poll.isAnonymous || !showsResults(poll, clock.now())) {
        throw new AppError('POLL_VOTERS_HIDDEN');
      }
      const { memberId } = actor;
      const rows = await listVoters(db, { postId, option, memberId }, rangeOf(page));
      const voters = rows.map(({ total: _, ...voter }) => voter);
      return { ...pageCounts(page, rows[0]?.total ?? 0), voters };
    },
  };
}

function requireChoices(poll: Pick<PollRow, 'options' | 'maxChoices'>, chosen: number): void {
  if (chosen >= 1 << poll.options.length) throw fieldError('choices', TEXTS.valueInvalid);
  const { length } = positionsOf(chosen);
  if (length > poll.maxChoices) throw fieldError('choices', TEXTS.pollTooMany);
}
