import { LIMITS } from '@naru/contract/limits';
import type { Db } from '../../db/client.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Clock } from '../../platform/clock.ts';
import type { DomainEventHub } from '../../platform/domain-events.ts';
import { AppError } from '../../platform/errors.ts';
import type { Live } from '../../platform/live/live.ts';
import type { Seal } from '../../platform/seal.ts';
import type { Throttle } from '../../platform/throttle.ts';
import { createAudience } from './notifications.audience.ts';
import { createBroadcasts } from './notifications.broadcast.ts';
import { createNoticeChoices } from './notifications.choices.ts';
import { createNotify } from './notifications.notify.ts';
import { createPending } from './notifications.pending.ts';
import { createPostNotices } from './notifications.posts.ts';
import { presentNotice } from './notifications.present.ts';
import { countUnread, existsNotice, listNotices, markRead } from './notifications.repo.ts';
import { createThreadNotices } from './notifications.threads.ts';

interface Deps {
  db: Db;
  clock: Clock;
  seal: Seal;
  live: Live;
  throttle: Throttle;
  events: Pick<DomainEventHub, 'emit'>;
}

export type NoticesService = ReturnType<typeof createNoticesService>;

/** The bell: what a member is notified of (docs/notifications.md says of what). */
export function createNoticesService({ db, clock, seal, live, throttle, events }: Deps) {
  const notify = createNotify({ clock, seal });
  const audience = createAudience({ seal, notify });
  const wake = () => events.emit('notifications-stored', {});
  const { storeBroadcast, sendBroadcasts } = createBroadcasts({ clock, seal, live, wake });
  const { defer, sendPending } = createPending({ db, seal, live, wake });
  const { tellDeferred, ...threads } = createThreadNotices({ audience, throttle, defer });
  return {
    notify,
    ...threads,
    ...createPostNotices({ audience, storeBroadcast }),

    ...createNoticeChoices(db),

    /** Writes what is stored and not yet written for its members; returns the number of steps. */
    sendNotifications: async (): Promise<number> =>
      (await sendPending(tellDeferred)) + (await sendBroadcasts()),

    /** The newest 50 unread notices, or with `all` read ones among them. */
    async list({ memberId }: Actor, options: { all: boolean }) {
      const [rows, unreadCount] = await Promise.all([
        listNotices(db, memberId, { withRead: options.all, limit: LIMITS.notificationPageSize }),
        countUnread(db, memberId),
      ]);
      return { notices: rows.map((row) => presentNotice(row, seal)), unreadCount };
    },

    /** All notices there are, oldest first, for the export of the own data. */
    async listAll(memberId: number) {
      const rows = await listNotices(db, memberId, { withRead: true, limit: null });
      return rows.map((row) => presentNotice(row, seal)).toReversed();
    },

    /** Marks an own notice; once more changes nothing. Throws NOTICE_NOT_FOUND. */
    async read({ memberId }: Actor, id: number): Promise<number> {
      if (!(await existsNotice(db, memberId, id))) throw new AppError('NOTICE_NOT_FOUND');
      return markAndTell(memberId, [id]);
    },

    /** Marks own ones among `ids`, foreign ids change nothing; all of them when it is empty. */
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
}
