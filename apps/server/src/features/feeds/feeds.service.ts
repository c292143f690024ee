import { FEEDS, type FeedKind, type OwnFeed } from '@naru/contract/feeds';
import { listCalendarDays } from '../../domain/academic-calendar/calendar-days.ts';
import { countedRoles } from '../../domain/access/held-back.ts';
import { lockLivingMember } from '../../domain/access/members.repo.ts';
import { listCalendarBookings } from '../../domain/bookings/own-bookings.repo.ts';
import type { Actor } from '../../platform/actor.ts';
import { addDays, kstDay, toKst } from '../../platform/clock.ts';
import { AppError } from '../../platform/errors.ts';
import { type Calendar, writeCalendar } from '../../platform/ics/write-ics.ts';
import { randomToken, sha256 } from '../../platform/secrets.ts';
import type { LecturesService } from '../lectures/lectures.service.ts';
import type { SessionsService } from '../sessions/sessions.service.ts';
import type { Tools } from '../tools.ts';
import { changeOf, writeAtom } from './feeds.atom.ts';
import {
  deleteFeed,
  type FeedRow,
  findFeed,
  listFeeds,
  listNotices,
  markUsed,
  storeFeed,
} from './feeds.repo.ts';

const HOUR_MS = 60 * 60 * 1000;
/** Between two reads of a calendar: its dates change rarely. */
const REFRESH_HOURS = 6;
const NOTICES = 50;
/** Days before and after today whose academic dates are in the calendar. */
const DAYS_BEFORE = 200;
const DAYS_AFTER = 400;

/** What an address leads to. */
export interface FeedFile {
  type: string;
  text: string;
  changedAt: Date;
}

type FoundFeed = NonNullable<Awaited<ReturnType<typeof findFeed>>> & { secretHash: Buffer };

interface Deps
  extends Pick<Tools, 'db' | 'clock' | 'log' | 'live' | 'notifications' | 'emailNames'> {
  sessions: Pick<SessionsService, 'findLive'>;
  siteStatus: { isReadOnly: () => Promise<boolean> };
  lectures: Pick<LecturesService, 'listCalendarEntries'>;
}

export type FeedsService = ReturnType<typeof createFeedsService>;

/** Addresses by which programs read what their member may read, without a login. */
export function createFeedsService(deps: Deps) {
  const { db, clock, log, live, notifications, sessions, siteStatus, lectures } = deps;
  const { site, publicUrl } = deps.emailNames;
  const host = new URL(publicUrl).hostname;

  /** A further kind of the contract needs its writer here. */
  const writers: Record<FeedKind, (reader: Actor, madeAt: Date) => Promise<FeedFile>> = {
    NOTICES: async ({ memberId }, madeAt) => {
      const notices = await listNotices(db, { memberId, now: clock.now(), limit: NOTICES });
      const { name } = FEEDS.NOTICES;
      return {
        type: 'application/atom+xml; charset=utf-8',
        text: writeAtom({ name, siteName: site.siteName, publicUrl, host, madeAt, notices }),
        changedAt: changeOf(notices, madeAt),
      };
    },
    ACADEMIC: async (_reader, madeAt) => {
      const today = kstDay(clock.now());
      const range = { from: addDays(today, -DAYS_BEFORE), to: addDays(today, DAYS_AFTER) };
      return calendarOf('ACADEMIC', { days: await listCalendarDays(db, range, host) }, madeAt);
    },
    BOOKINGS: async ({ memberId }, madeAt) => {
      const own = await listCalendarBookings(db, { memberId, now: clock.now(), host });
      return calendarOf('BOOKINGS', own, madeAt);
    },
    TIMETABLE: async (reader, madeAt) =>
      calendarOf('TIMETABLE', { entries: await lectures.listCalendarEntries(reader) }, madeAt),
  };

  async function calendarOf(
    kind: FeedKind,
    content: Pick<Calendar, 'entries' | 'days'>,
    madeAt: Date,
  ): Promise<FeedFile> {
    const { entries = [], days = [] } = content;
    const changes = [...entries, ...days].map(({ changedAt }) => Number(changedAt));
    const name = `${site.siteName} ${FEEDS[kind].name}`;
    return {
      type: 'text/calendar; charset=utf-8',
      text: await writeCalendar({ ...content, name, refreshHours: REFRESH_HOURS }),
      changedAt: changes.length === 0 ? madeAt : new Date(Math.max(...changes)),
    };
  }

  /** Stored to the hour, so that a program that reads often writes rarely; never while the site is read-only. */
  async function noteUse(secretHash: Buffer, lastUsedAt: Date | null): Promise<void> {
    const hour = new Date(Math.floor(Number(clock.now()) / HOUR_MS) * HOUR_MS);
    if (lastUsedAt !== null && lastUsedAt >= hour) return;
    try {
      if (!(await siteStatus.isReadOnly())) await markUsed(db, secretHash, hour);
    } catch (err) {
      log.warn({ err }, 'use of a feed not noted');
    }
  }

  return {
    listOwn: async ({ memberId }: Actor): Promise<OwnFeed[]> =>
      (await listFeeds(db, memberId)).map(present),

    /**
     * Makes the address of a feed in place of the former one, and notifies the member. It has 256 random bits and
     * is stored as a hash only. Throws TOKEN_INVALID for a member who has just withdrawn, and for a session that has
     * just ended with all addresses.
     */
    async make(
      { memberId, sessionId }: Actor,
      kind: FeedKind,
    ): Promise<{ url: string; feed: OwnFeed }> {
      const secret = randomToken();
      const createdAt = clock.now();
      await live.transaction(async (tx, emit) => {
        if (!(await lockLivingMember(tx, memberId))) throw new AppError('TOKEN_INVALID');
        const live = await sessions.findLive([sessionId], tx);
        if (!live.has(sessionId)) throw new AppError('TOKEN_INVALID');
        await storeFeed(tx, { memberId, kind, secretHash: sha256(secret), createdAt });
        const facts = { name: FEEDS[kind].name };
        await notifications.notify(tx, emit, { kind: 'feedMade', facts, to: [memberId] });
      });
      const url = `${publicUrl}/feeds/${secret}/${FEEDS[kind].file}`;
      return { url, feed: present({ kind, createdAt, lastUsedAt: null }) };
    },

    /** Idempotent; the next request with the address finds nothing. */
    end: ({ memberId }: Actor, kind: FeedKind): Promise<void> => deleteFeed(db, memberId, kind),

    /**
     * The feed of an address. Throws NOT_FOUND alike for an address that never was, has ended, or whose member is
     * suspended or gone.
     */
    async find({ secret, file }: { secret: string; file: string }): Promise<FoundFeed> {
      const secretHash = sha256(secret);
      const feed = await findFeed(db, secretHash, clock.now());
      if (feed === null || FEEDS[feed.kind].file !== file) throw new AppError('NOT_FOUND');
      return { ...feed, secretHash };
    },

    /** What a feed has for its member, with the rights of now. */
    async read(feed: FoundFeed): Promise<FeedFile> {
      const { memberId, kind, secretHash, createdAt, lastUsedAt } = feed;
      const reader = { memberId, sessionId: '', roles: countedRoles(feed).roles };
      const written = await writers[kind](reader, createdAt);
      await noteUse(secretHash, lastUsedAt);
      return written;
    },
  };
}

function present({ kind, createdAt, lastUsedAt }: FeedRow): OwnFeed {
  return { kind, madeAt: toKst(createdAt), lastUsedAt: lastUsedAt && toKst(lastUsedAt) };
}
