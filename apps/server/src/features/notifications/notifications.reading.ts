import { sql } from 'drizzle-orm';
import type { Tx } from '../../db/client.ts';
import type { Pipeline } from '../../db/fast/fast.ts';
import type { Emit } from '../../domain/live/live.ts';
import type { DirectFacts } from '../../domain/notifications/notification-kinds.ts';
import {
  type NotificationOf,
  renderNotification,
} from '../../domain/notifications/notifications.ts';
import type { DomainTools } from '../../domain/tools.ts';
import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import { isSealedAbout } from './notifications.present.ts';
import {
  type Marked,
  prepareCountUnread,
  prepareExistsNotification,
  prepareListUnreadSealed,
  prepareMarkRead,
} from './notifications.reading.repo.ts';

type Deps = Pick<DomainTools, 'db' | 'clock' | 'seal' | 'live'>;

/**
 * Marks as read in three round trips: find the notifications; mark them and count the unread ones; send live
 * events with the commit.
 */
export function createNotificationReading({ db, clock, seal, live }: Deps) {
  const existsNotification = prepareExistsNotification(db);
  const listUnreadSealed = prepareListUnreadSealed(db);
  const markRead = prepareMarkRead(db);
  const countUnread = prepareCountUnread(db);
  const streamsOf = live.prepareStreams(
    'of_reader',
    sql`array[${sql.placeholder('memberId')}::bigint]`,
  );

  return {
    /** Marks a notification of the actor as read and returns how many stay unread. Throws NOTICE_NOT_FOUND. */
    read: ({ memberId }: Actor, id: number) =>
      mark(memberId, async (send) => {
        const [exists] = await send(existsNotification(memberId, id));
        if (!exists) throw new AppError('NOTICE_NOT_FOUND');
        return { which: 'ids', ids: [id] };
      }),

    /** Marks the actor's notifications among `ids` as read, all if `ids` is empty; returns how many stay unread. */
    readAll: ({ memberId }: Actor, ids: readonly number[]) =>
      mark(memberId, async (send) => {
        await send();
        return ids.length === 0 ? { which: 'all' } : { which: 'ids', ids };
      }),

    /** Marks the actor's notifications about the post as read; returns how many stay unread. */
    readOfPost: ({ memberId }: Actor, postId: number) =>
      mark(memberId, async (send) => {
        const [sealed] = await send(listUnreadSealed(memberId));
        const about = sealed.filter((row) => isSealedAbout(seal, row, postId));
        return { which: 'post', postId, ids: about.map(({ id }) => id) };
      }),

    /** Marks a member's notification as read when the requested action is done. */
    async settle<K extends keyof DirectFacts>(
      tx: Tx,
      emit: Emit,
      memberId: number,
      notification: NotificationOf<K>,
    ): Promise<void> {
      const { groupKey } = renderNotification(notification);
      if (groupKey === null) return;
      const marked = { which: 'group', groupKey } as const;
      if ((await markRead(memberId, marked, clock.now())(tx)) === 0) return;
      await emit(memberId, async (lockedTx) => ({
        type: 'notice-read',
        unreadCount: await countUnread(memberId)(lockedTx),
      }));
    },
  };

  /** Returns how many stay unread; notifies open pages of the member when something changed. */
  function mark(
    memberId: number,
    find: (send: Pipeline['send']) => Promise<Marked>,
  ): Promise<number> {
    return live.pipelined(async ({ send }, append) => {
      const marked = await find(send);
      const { hold, lock } = streamsOf({ memberId });
      const [count, , streams, unreadCount] = await send(
        markRead(memberId, marked, clock.now()),
        hold,
        lock,
        countUnread(memberId),
      );
      if (count > 0)
        for (const stream of streams) append(stream, { type: 'notice-read', unreadCount });
      return unreadCount;
    });
  }
}
