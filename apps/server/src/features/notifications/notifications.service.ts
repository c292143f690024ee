import type { LiveEvent } from '@naru/contract/events';
import { LIMITS } from '@naru/contract/limits';
import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import type { PlatformTools } from '../../platform/tools.ts';
import { createAudience } from './notifications.audience.ts';
import { createBroadcasts } from './notifications.broadcast.ts';
import { createNotificationChoices } from './notifications.choices.ts';
import { createNotify } from './notifications.notify.ts';
import { createPending } from './notifications.pending.ts';
import { createPostNotifications } from './notifications.posts.ts';
import { presentNotification, renewEvents, withoutBlindedTexts } from './notifications.present.ts';
import {
  countUnread,
  existsNotification,
  listNotifications,
  markRead,
  type NotificationRow,
} from './notifications.repo.ts';
import { createStaffNotifications } from './notifications.staff.ts';
import { createThreadNotifications } from './notifications.threads.ts';

type Deps = Pick<PlatformTools, 'db' | 'clock' | 'seal' | 'live' | 'throttle' | 'events'>;

export type NotificationsService = ReturnType<typeof createNotificationsService>;

/** Notifications of the bell; docs/notifications.md lists their causes. */
export function createNotificationsService({ db, clock, seal, live, throttle, events }: Deps) {
  const notify = createNotify({ clock, seal });
  const audience = createAudience({ seal, notify });
  const present = (row: NotificationRow) => presentNotification(row, seal);
  const wake = () => events.emit('notifications-stored', {});
  const { storeBroadcast, sendBroadcasts } = createBroadcasts({ clock, seal, live, wake });
  const { defer, sendPending } = createPending({ db, seal, live, wake });
  const { sendDeferred, ...threads } = createThreadNotifications({ audience, throttle, defer });
  return {
    notify,
    ...threads,
    ...createPostNotifications(audience, storeBroadcast),
    ...createStaffNotifications({ clock, notify }),
    ...createNotificationChoices(db),

    /** Sends stored events and broadcasts; returns the number of steps. */
    sendNotifications: async () => (await sendPending(sendDeferred)) + (await sendBroadcasts()),

    /** The newest 50 unread notifications, or with `all` the newest 50. */
    async list({ memberId }: Actor, all: boolean) {
      const [rows, unreadCount] = await Promise.all([
        listNotifications(db, memberId, { withRead: all, limit: LIMITS.notificationPageSize }),
        countUnread(db, memberId),
      ]);
      return { notices: await withoutBlindedTexts(db, rows.map(present)), unreadCount };
    },

    /** All notifications, oldest first, for the data export. */
    async listAll(memberId: number) {
      const rows = await listNotifications(db, memberId, { withRead: true });
      return (await withoutBlindedTexts(db, rows.map(present))).toReversed();
    },

    /** Marks an own notification as read and returns how many stay unread. Throws NOTICE_NOT_FOUND. */
    async read({ memberId }: Actor, id: number) {
      if (!(await existsNotification(db, memberId, id))) throw new AppError('NOTICE_NOT_FOUND');
      return markAndEmit(memberId, [id]);
    },

    /** Marks the own ones among `ids` as read, all when it is empty; returns how many stay unread. */
    readAll: ({ memberId }: Actor, ids: readonly number[]) =>
      markAndEmit(memberId, ids.length === 0 ? null : ids),

    /** Stored events for a page that reconnects: their notifications may quote what is blinded now. */
    renewEvents: (events: readonly LiveEvent[]) => renewEvents(db, events, clock.now()),

    countUnread: (memberId: number) => countUnread(db, memberId),
  };

  /** Returns how many stay unread; notifies open pages of the member when something changed. */
  async function markAndEmit(memberId: number, ids: readonly number[] | null): Promise<number> {
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
