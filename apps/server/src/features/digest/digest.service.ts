import { BOARD_TYPES, BOARDS, type BoardType } from '@naru/contract/boards';
import type { Digest } from '@naru/contract/digest';
import * as z from 'zod/mini';
import type { Tx } from '../../db/client.ts';
import type { Uptime } from '../../domain/uptime/uptime.ts';
import type { Actor } from '../../platform/actor.ts';
import { addSeconds, toKst } from '../../platform/clock.ts';
import type { Email } from '../../platform/email/email.ts';
import { AppError } from '../../platform/errors.ts';
import { signedToken } from '../../platform/signed-token.ts';
import type { ChatService } from '../chat/chat.service.ts';
import type { MustReadsService } from '../must-reads/must-reads.service.ts';
import type { Tools } from '../tools.ts';
import { createDigestEmails, type DigestContent } from './digest.emails.ts';
import {
  findDigest,
  findReader,
  isAddressRefused,
  listBlockedAmong,
  listDueReaders,
  listPopular,
  listSecretIds,
  markChecked,
  type PopularPost,
  type Reader,
  saveDigest,
  stopDigest,
} from './digest.repo.ts';

const HOUR = 60 * 60;
const DAY = 24 * HOUR;
/** How long a member is away before the first digest. */
const AWAY_DAYS = 3;
/** Members who are away longer have left, and get no digest. */
const LEFT_DAYS = 40;
/** Hours of the Korean day in which digests are sent. */
const SENDING_HOURS = { from: 8, to: 12 };
/** A little less than the time between two, as a run takes its time. */
const PAUSE_HOURS = { DAILY: 20, WEEKLY: 7 * 24 - 4 };
const LINK_DAYS = 400;
const BATCH = 50;
/** A run every ten minutes gets through with 2,000 members in an hour. */
const READERS_PER_RUN = 500;
const SENTENCES = 8;
const POPULAR = 5;
/** Nobody's last e-mail is much older. */
const POPULAR_DAYS = 8;
/** Some of them are by members whom the reader blocks. */
const POPULAR_READ = 30;
/** Everybody reads these, and authors have names there. */
const POPULAR_BOARDS = BOARD_TYPES.filter((type: BoardType) => {
  const { group, anonymous, writeRole } = BOARDS[type];
  return group === 'community' && !anonymous && writeRole !== null;
});

type DigestTools = 'db' | 'clock' | 'log' | 'emailQueue' | 'emailNames' | 'notifications';

interface Deps extends Pick<Tools, DigestTools> {
  chat: Pick<ChatService, 'countNew'>;
  mustReads: Pick<MustReadsService, 'listWaiting'>;
  uptime: Pick<Uptime, 'findReturn'>;
  /** Newest first. */
  secrets: readonly string[];
}

export type DigestService = ReturnType<typeof createDigestService>;

/** E-mails to members who are away about what is new, unless they want none. */
export function createDigestService(deps: Deps) {
  const {
    db,
    clock,
    log,
    emailQueue,
    emailNames,
    notifications,
    chat,
    mustReads,
    uptime,
    secrets,
  } = deps;
  const emails = createDigestEmails(emailNames);
  const links = signedToken('digest', secrets);
  const facts = z.object({ memberId: z.number(), since: z.string() });
  emailQueue.renews('digest', (about) => write(z.parse(facts, about)));

  return {
    getDigest: ({ memberId }: Pick<Actor, 'memberId'>): Promise<Digest> => findDigest(db, memberId),

    isAddressRefused: ({ memberId }: Actor): Promise<boolean> => isAddressRefused(db, memberId),

    async setDigest({ memberId }: Actor, digest: Digest): Promise<Digest> {
      await saveDigest(db, memberId, digest);
      return digest;
    },

    /** By the link of an e-mail; may be repeated. Throws DIGEST_LINK_INVALID. */
    async stop(token: string): Promise<void> {
      const payload = links.verify(token, clock.now());
      if (payload === null) throw new AppError('DIGEST_LINK_INVALID');
      await stopDigest(db, Number(payload.toString()));
    },

    /**
     * Sends the digests that are due, in the morning; returns how many. A reader whose digest fails keeps
     * nobody else from theirs: throws once all have been tried, and the next run tries those again.
     */
    async sendDue(): Promise<number> {
      const now = clock.now();
      const hour = Number(toKst(now).slice(11, 13));
      if (hour < SENDING_HOURS.from || hour >= SENDING_HOURS.to) return 0;
      // After a long pause of the site everybody may first come back.
      const back = await uptime.findReturn(DAY);
      if (back !== null && back > awayAt(now).presentSince) return 0;
      return sendAll(dueReaders(now), await listPopularNow(now));
    },
  };

  /** Those of a run, read in batches. */
  async function* dueReaders(now: Date): AsyncGenerator<Reader> {
    const times = {
      ...awayAt(now),
      dailyBefore: addSeconds(now, -PAUSE_HOURS.DAILY * HOUR),
      weeklyBefore: addSeconds(now, -PAUSE_HOURS.WEEKLY * HOUR),
    };
    let afterId = 0;
    for (let looked = 0; looked < READERS_PER_RUN; looked += BATCH) {
      const readers = await listDueReaders(db, times, { afterId, limit: BATCH });
      yield* readers;
      if (readers.length < BATCH) return;
      afterId = readers.at(-1)?.memberId ?? 0;
    }
  }

  async function sendAll(
    readers: AsyncIterable<Reader>,
    popular: readonly PopularPost[],
  ): Promise<number> {
    const failures: unknown[] = [];
    let sent = 0;
    for await (const reader of readers) {
      try {
        if (await sendTo(reader, popular)) sent += 1;
      } catch (err) {
        log.warn({ err, member: reader.memberId }, 'digest not sent');
        failures.push(err);
      }
    }
    if (failures.length > 0) {
      throw new Error(`digests not sent: ${failures.length}`, { cause: failures[0] });
    }
    return sent;
  }

  async function sendTo(reader: Reader, popular: readonly PopularPost[]): Promise<boolean> {
    const { memberId, checkedAt, lastSeenAt } = reader;
    const since = checkedAt !== null && checkedAt > lastSeenAt ? checkedAt : lastSeenAt;
    const content = await collect(memberId, popular, since);
    return db.transaction(async (tx) => {
      if (!(await markChecked(tx, reader, clock.now())) || content === null) return false;
      await enqueue(tx, reader, since);
      return true;
    });
  }

  /** The digest as it is at this moment; null when the reader was there, wants none or nothing is new. */
  async function write(about: { memberId: number; since: string }): Promise<Email | null> {
    const now = clock.now();
    const { memberId } = about;
    const reader = await findReader(db, awayAt(now), memberId);
    if (reader === null) return null;
    const content = await collect(memberId, await listPopularNow(now), new Date(about.since));
    return content && emails.digest(reader.email, content, linksOf(memberId, now));
  }

  function listPopularNow(now: Date): Promise<PopularPost[]> {
    const since = addSeconds(now, -POPULAR_DAYS * DAY);
    return listPopular(db, POPULAR_BOARDS, { since, limit: POPULAR_READ });
  }

  /** Null when nothing is new since then. */
  async function collect(
    memberId: number,
    popular: readonly PopularPost[],
    since: Date,
  ): Promise<DigestContent | null> {
    const { notices } = await notifications.listLeaving(memberId);
    const fresh = notices.filter(({ date }) => Date.parse(date) > since.getTime());
    const freshIds = fresh.map(({ id }) => id);
    const secret = await listSecretIds(db, memberId, freshIds);
    const named = fresh.filter(({ id }) => !secret.has(id)).slice(0, SENTENCES);
    const posts = await readable(memberId, popular, since);
    const asked = await mustReads.listWaiting(memberId);
    // One that still waits is in every digest, but is no reason for one.
    const isAsked = asked[0] !== undefined && asked[0].lastAskedAt > since;
    if (fresh.length === 0 && posts.length === 0 && !isAsked) return null;
    return {
      mustReads: asked,
      moreMustReads: (asked[0]?.total ?? 0) - asked.length,
      sentences: named.map(({ content }) => content),
      more: fresh.length - named.length,
      messages: await chat.countNew(memberId),
      popular: posts,
    };
  }

  async function readable(
    memberId: number,
    popular: readonly PopularPost[],
    since: Date,
  ): Promise<PopularPost[]> {
    const others = popular.filter((post) => post.createdAt > since && post.authorId !== memberId);
    const blocked = await listBlockedAmong(
      db,
      memberId,
      others.map(({ authorId }) => authorId),
    );
    return others.filter(({ authorId }) => !blocked.has(authorId)).slice(0, POPULAR);
  }

  /** Without a word: it is written when it leaves. */
  async function enqueue(tx: Tx, { memberId, email }: Reader, since: Date): Promise<void> {
    const now = clock.now();
    const { oneClick: unsubscribeUrl } = linksOf(memberId, now);
    const about = { kind: 'digest', facts: { memberId, since: since.toISOString() } };
    const usefulUntil = addSeconds(now, DAY);
    const kind = 'DIGEST' as const;
    const letter = { kind, to: email, subject: '', text: '', unsubscribeUrl };
    await emailQueue.enqueue(tx, letter, { usefulUntil, about });
  }

  function linksOf(memberId: number, now: Date): { page: string; oneClick: string } {
    const token = links.sign(String(memberId), addSeconds(now, LINK_DAYS * DAY));
    const { publicUrl } = emailNames;
    return {
      page: `${publicUrl}/digest#${token}`,
      oneClick: `${publicUrl}/api/digest/stop/${token}`,
    };
  }
}

const awayAt = (now: Date) => ({
  now,
  presentSince: addSeconds(now, -AWAY_DAYS * DAY),
  leftBefore: addSeconds(now, -LEFT_DAYS * DAY),
});
