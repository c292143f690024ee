import { LIMITS } from '@naru/contract/limits';
import type { NoticeSubType, NoticeType } from '@naru/contract/notices';
import type { Db, Executor, Tx } from '../../db/client.ts';
import type { Actor } from '../../platform/actor.ts';
import { type Clock, cutToMinute } from '../../platform/clock.ts';
import { AppError } from '../../platform/errors.ts';
import type { Emit, Live } from '../../platform/live/live.ts';
import type { Seal } from '../../platform/seal.ts';
import { createBroadcast } from './notices.broadcast.ts';
import { createNoticeChoices } from './notices.choices.ts';
import { presentNotice, sealNoticeText } from './notices.present.ts';
import {
  countUnread,
  existsNotice,
  isReachable,
  listNotices,
  markRead,
  type NewNoticeRow,
  type NoticeRow,
  updateText,
  upsertNotice,
} from './notices.repo.ts';

export interface NewNotice {
  memberId: number;
  /** Who did it: nobody is told of own deeds, nor of those of blocked members. */
  actorId?: number;
  type: NoticeType;
  subType?: NoticeSubType;
  /**
   * A whole Korean sentence; about an anonymous post it names nobody. As a function it is made with
   * the group's line locked, so that numbers in it are never older than those of the former one.
   */
  content: string | ((tx: Tx) => Promise<string>);
  /** A path of this site, built here (quality RD-02). */
  targetUrl: string;
  /** Notices with the same key share a line while it is unread. */
  groupKey?: string;
  /** About the safety of the account: told whatever the member chose. */
  isSecurity?: boolean;
  /** About an anonymous post: text, target and group are stored sealed (quality AN-31). */
  isSealed?: boolean;
}

interface Deps {
  db: Db;
  clock: Clock;
  seal: Seal;
  live: Live;
  /** Whether one of the two blocks the other. */
  isBlocked: (executor: Executor, a: number, b: number) => Promise<boolean>;
}

export type NoticesService = ReturnType<typeof createNoticesService>;

/** The bell: what a member is told of (docs/notices.md says of what). */
export function createNoticesService({ db, clock, seal, live, isBlocked }: Deps) {
  return {
    /** Tells a member in the caller's transaction, and its open pages after the commit. */
    async tell(tx: Tx, emit: Emit, notice: NewNotice): Promise<void> {
      if (!(await isToBeTold(tx, notice))) return;
      const row = await write(tx, notice);
      await emit(notice.memberId, async (lockedTx) => ({
        type: 'notice',
        notice: presentNotice(row, seal),
        unreadCount: await countUnread(lockedTx, notice.memberId),
      }));
    },

    tellEverybody: createBroadcast({ db, clock, seal, live }),

    ...createNoticeChoices(db),

    /** The newest 50 unread notices, or with `all` read ones among them (decisions 117). */
    async list({ memberId }: Actor, options: { all: boolean }) {
      const [rows, unreadCount] = await Promise.all([
        listNotices(db, memberId, { withRead: options.all, limit: LIMITS.noticePageSize }),
        countUnread(db, memberId),
      ]);
      return { notices: rows.map((row) => presentNotice(row, seal)), unreadCount };
    },

    /** All notices there are, oldest first, for the export of the own data. */
    async listAll(memberId: number) {
      const rows = await listNotices(db, memberId, { withRead: true, limit: null });
      return rows.map((row) => presentNotice(row, seal)).toReversed();
    },

    /** Marks an own notice; once more changes nothing. Throws NOTICE_NOT_FOUND (quality ID-04). */
    async read({ memberId }: Actor, id: number): Promise<number> {
      if (!(await existsNotice(db, memberId, id))) throw new AppError('NOTICE_NOT_FOUND');
      return markAndTell(memberId, [id]);
    },

    /** Marks own ones among `ids`, foreign ids change nothing; all of them when it is empty (decisions 118). */
    readAll: ({ memberId }: Actor, ids: readonly number[]): Promise<number> =>
      markAndTell(memberId, ids.length === 0 ? null : ids),

    countUnread: (memberId: number): Promise<number> => countUnread(db, memberId),
  };

  /** Answers how many stay unread; tells the member's other pages when something changed. */
  async function markAndTell(memberId: number, ids: readonly number[] | null): Promise<number> {
    return live.transaction(async (tx, emit) => {
      if ((await markRead(tx, memberId, { ids, now: clock.now() })) > 0) {
        await emit(memberId, async (lockedTx) => ({
          type: 'notice-read',
          unreadCount: await countUnread(lockedTx, memberId),
        }));
      }
      return countUnread(tx, memberId);
    });
  }

  /**
   * Blocks do not count for anonymous posts: a missing notice would tell a blocker who wrote there
   * (quality AN-29).
   */
  async function isToBeTold(tx: Tx, notice: NewNotice): Promise<boolean> {
    const { memberId, actorId, isSealed } = notice;
    const kind = notice.isSecurity === true ? null : notice.type;
    if (memberId === actorId || !(await isReachable(tx, memberId, kind))) return false;
    return actorId === undefined || isSealed === true || !(await isBlocked(tx, memberId, actorId));
  }

  async function write(tx: Tx, notice: NewNotice): Promise<NoticeRow> {
    const { content } = notice;
    if (typeof content === 'string') return upsertNotice(tx, rowOf(notice, content));
    const { id } = await upsertNotice(tx, rowOf(notice, ''));
    return updateText(tx, id, rowOf(notice, await content(tx)));
  }

  function rowOf(notice: NewNotice, content: string): NewNoticeRow {
    const { memberId, type, subType = null, targetUrl, groupKey = null } = notice;
    const shared = { memberId, type, subType };
    if (notice.isSealed !== true) {
      return { ...shared, content, targetUrl, groupKey, createdAt: clock.now() };
    }
    return {
      ...shared,
      content: '',
      targetSeal: sealNoticeText(seal, memberId, { content, targetUrl }),
      groupKey:
        groupKey === null ? null : seal.sealText(`${memberId} ${groupKey}`).toString('base64'),
      createdAt: cutToMinute(clock.now()),
    };
  }
}
