import { randomInt } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { PETITION_BODIES } from '@naru/contract/petition-bodies';
import { chunksOf } from '../../db/chunks.ts';
import type { Tx } from '../../db/client.ts';
import type { Emit } from '../../domain/live/live.ts';
import { postRef } from '../../domain/notifications/targets.ts';
import { findDebt, listAnswerers, listSigners } from '../../domain/petitions/recipients.repo.ts';
import type { DomainTools } from '../../domain/tools.ts';
import { addSeconds, kstDay, truncateToMinute } from '../../platform/clock.ts';
import type { OnPetition, PetitionCause, Round } from './notifications.causes.ts';
import type { Notify } from './notifications.notify.ts';
import type { Defer } from './notifications.pending.ts';
import { findPostSource, lockListedPost, type PostSource } from './notifications.sources.repo.ts';
import type { Standing } from './notifications.standing.ts';

/** Minutes over which those who signed are notified, so that no row shows by its time what it is about. */
const SPREAD_MINUTES = 180;
/** Seals opened before yielding to the event loop. */
const CHUNK = 50;

type Of<To> = Extract<OnPetition, { to: To }>;

interface Deps extends Pick<DomainTools, 'clock' | 'seal'> {
  notify: Notify;
  standing: Pick<Standing, 'follow'>;
  defer: Defer;
}

/** Notifications about petitions, all of them in a later transaction than that of their cause. */
export function createPetitionNotifications({ clock, seal, notify, standing, defer }: Deps) {
  return {
    /** Call in the transaction of the change. */
    petitionProgressed: (tx: Tx, what: OnPetition): Promise<void> =>
      defer(tx, { name: 'petitionProgressed', what }),

    async sendPetition(tx: Tx, emit: Emit, cause: PetitionCause): Promise<void> {
      const postId = cause.name === 'signersNotified' ? cause.postId : cause.what.postId;
      const post = await findPostSource(tx, postId);
      if (post === null) return;
      if (cause.name === 'signersNotified') await toSigners(tx, emit, post, cause.rounds);
      else if (cause.what.to === 'author') await toAuthor(tx, emit, post, cause.what);
      else if (cause.what.to === 'body') await toBody(tx, emit, post, cause.what);
      else await planRounds(tx, post);
    },
  };

  /** Blocks do not withhold it: that somebody is missing would show who answered for the body. */
  async function toAuthor(
    tx: Tx,
    emit: Emit,
    post: PostSource,
    { progress, actorId }: Of<'author'>,
  ) {
    const { authorId } = post;
    if (authorId === null || authorId === actorId) return;
    const facts = { post: postRef(post), ...progress };
    await notify(tx, emit, { kind: 'petitionProgressed', facts, to: [authorId] });
  }

  /**
   * An answer that is not owed any more takes its notifications back, and nobody is asked about what is hidden. Who
   * was asked for it once is asked again only when it is overdue.
   */
  async function toBody(tx: Tx, emit: Emit, post: PostSource, { debt: owed }: Of<'body'>) {
    const isListed = await lockListedPost(tx, post.id);
    const debt = await findDebt(tx, post.id);
    if (debt === null) return;
    if (!(debt.isOwed && isListed)) return standing.follow(tx, emit, { post: post.id });
    const { role } = PETITION_BODIES[debt.addressee];
    const to = await listAnswerers(tx, role, clock.now());
    const event = owed.day < kstDay(clock.now()) ? 'OVERDUE' : 'OWED';
    const facts = { post: postRef(post), day: owed.day, event } as const;
    const isOnce = owed.event === 'OWED';
    await notify(tx, emit, { kind: 'answerOwed', facts, to, isOnce });
  }

  /** The author, who has a notification under the own name, gets no second one. */
  async function planRounds(tx: Tx, { id, authorId }: PostSource): Promise<void> {
    const rounds = new Map<number, number[]>();
    const first = truncateToMinute(clock.now());
    for (const some of chunksOf(await listSigners(tx, id), CHUNK)) {
      const members = some.flatMap((signer) => seal.openIn(id, signer) ?? []);
      for (const member of members.filter((one) => one !== authorId)) {
        const minute = addSeconds(first, 60 * randomInt(1, SPREAD_MINUTES + 1)).getTime();
        rounds.set(minute, [...(rounds.get(minute) ?? []), member]);
      }
      await setImmediate();
    }
    await deferRounds(
      tx,
      id,
      [...rounds].toSorted(([a], [b]) => a - b),
    );
  }

  async function toSigners(tx: Tx, emit: Emit, post: PostSource, rounds: Round[]) {
    const isDue = ([minute]: Round) => minute <= clock.now().getTime();
    const to = rounds.filter(isDue).flatMap(([, memberIds]) => memberIds);
    // Without the title: the length of a sealed text would show which petition it is about.
    const facts = { post: { ...postRef(post), title: null } };
    await notify(tx, emit, { kind: 'signedAnswered', facts, to, isSealed: true });
    await deferRounds(
      tx,
      post.id,
      rounds.filter((round) => !isDue(round)),
    );
  }

  async function deferRounds(tx: Tx, postId: number, rounds: Round[]): Promise<void> {
    const [next] = rounds;
    if (next === undefined) return;
    await defer(tx, { name: 'signersNotified', postId, rounds }, new Date(next[0]));
  }
}
