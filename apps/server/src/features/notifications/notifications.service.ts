import type { LiveEvent } from '@naru/contract/events';
import { LIMITS } from '@naru/contract/limits';
import type { Tx } from '../../db/client.ts';
import {
  type DirectFacts,
  type NotificationOf,
  renderNotification,
} from '../../domain/notifications/notifications.ts';
import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import type { Emit } from '../../platform/live/live.ts';
import type { PlatformTools } from '../../platform/tools.ts';
import { createAudience } from './notifications.audience.ts';
import { countRecipients } from './notifications.broadcast.repo.ts';
import { createBroadcasts } from './notifications.broadcast.ts';
import { isHandledCause } from './notifications.causes.ts';
import { createNotificationChoices } from './notifications.choices.ts';
import { createCommentNotifications } from './notifications.comments.ts';
import { createHandledNotifications } from './notifications.handled.ts';
import { createNotify } from './notifications.notify.ts';
import { createPending } from './notifications.pending.ts';
import { createPostNotifications } from './notifications.posts.ts';
import {
  isSealedAbout,
  presentNewest,
  presentNotification,
  renewEvents,
  withoutBlindedTexts,
} from './notifications.present.ts';
import {
  countUnread,
  existsNotification,
  isAboutPost,
  isAmong,
  isOfGroup,
  listNotifications,
  listUnreadSealed,
  markRead,
  type NotificationRow,
  prepareListNewest,
  type ReadCondition,
} from './notifications.repo.ts';
import { createStaffNotifications } from './notifications.staff.ts';
import { createThreadNotifications } from './notifications.threads.ts';

type Deps = Pick<PlatformTools, 'db' | 'clock' | 'seal' | 'live' | 'throttle' | 'events'>;

export type NotificationsService = ReturnType<typeof createNotificationsService>;

/** Notifications of the bell; docs/notifications.md lists their causes. */
export function createNotificationsService({ db, clock, seal, live, throttle, events }: Deps) {
  const listNewest = prepareListNewest(db);
  const notify = createNotify({ clock, seal });
  const audience = createAudience({ seal, notify });
  const present = (row: NotificationRow) => presentNotification(row, seal);
  const wake = () => events.emit('notifications-stored', {});
  const { storeBroadcast, sendBroadcasts } = createBroadcasts({ clock, seal, live, wake });
  const { defer, sendPending } = createPending({ db, seal, live, wake });
  const { sendDeferred, ...threads } = createThreadNotifications({ audience, throttle, defer });
  const staff = createStaffNotifications({ clock, notify });
  const { sendDeferred: sendHandled, ...handled } = createHandledNotifications({
    audience,
    notify,
    workArrived: staff.workArrived,
    defer,
  });
  return {
    notify,
    ...threads,
    ...handled,
    ...createCommentNotifications({ db, clock, seal, live, defer }),
    ...createPostNotifications(audience, storeBroadcast),
    ...staff,
    ...createNotificationChoices(db),

    /** Sends stored events and broadcasts; returns the number of steps. */
    sendNotifications: async () => {
      const sent = await sendPending((tx, emit, cause) =>
        isHandledCause(cause) ? sendHandled(tx, emit, cause) : sendDeferred(tx, emit, cause),
      );
      return sent + (await sendBroadcasts());
    },

    /** The newest 50 unread notifications, or with `all` the newest 50. */
    async list({ memberId }: Actor, all: boolean) {
      const limit = LIMITS.notificationPageSize;
      const { rows, unreadCount } = await listNewest({ memberId, limit }, all);
      return { notices: await presentNewest(db, rows, seal), unreadCount };
    },

    /** All notifications, oldest first, for the data export: without the words of other members. */
    async listAll(memberId: number) {
      const rows = await listNotifications(db, memberId);
      const items = await withoutBlindedTexts(db, rows.map(present));
      return items.toReversed().map(({ excerpt: _, ...own }) => own);
    },

    /** Marks an own notification as read and returns how many stay unread. Throws NOTICE_NOT_FOUND. */
    async read({ memberId }: Actor, id: number) {
      if (!(await existsNotification(db, memberId, id))) throw new AppError('NOTICE_NOT_FOUND');
      return live.transaction((tx, emit) => markAndEmit(tx, emit, memberId, isAmong([id])));
    },

    /** Marks the own ones among `ids` as read, all when it is empty; returns how many stay unread. */
    readAll: ({ memberId }: Actor, ids: readonly number[]) =>
      live.transaction((tx, emit) =>
        markAndEmit(tx, emit, memberId, ids.length === 0 ? undefined : isAmong(ids)),
      ),

    /** Marks the own ones about the post as read; returns how many stay unread. */
    async readOfPost({ memberId }: Actor, postId: number): Promise<number> {
      return live.transaction(async (tx, emit) => {
        const sealed = (await listUnreadSealed(tx, memberId)).filter((row) =>
          isSealedAbout(seal, row, postId),
        );
        const which = isAboutPost(
          postId,
          sealed.map(({ id }) => id),
        );
        return markAndEmit(tx, emit, memberId, which);
      });
    },

    /** Marks a member's notification as read once what it asks for is done. */
    async settle<K extends keyof DirectFacts>(
      tx: Tx,
      emit: Emit,
      memberId: number,
      notification: NotificationOf<K>,
    ): Promise<void> {
      const { groupKey } = renderNotification(notification);
      if (groupKey !== null) await markAndEmit(tx, emit, memberId, isOfGroup(groupKey));
    },

    /** Stored events for a page that reconnects: their notifications may quote what is blinded now. */
    renewEvents: (events: readonly LiveEvent[]) => renewEvents(db, events, clock.now()),

    countUnread: (memberId: number) => countUnread(db, memberId),

    /** How many members a notice by the actor would notify, and how many of them without a year. */
    countReach: ({ memberId }: Actor, years: readonly number[] | null) =>
      countRecipients(db, { except: memberId, years, now: clock.now() }),
  };

  /** Returns how many stay unread; notifies open pages of the member when something changed. */
  async function markAndEmit(
    tx: Tx,
    emit: Emit,
    memberId: number,
    which: ReadCondition | undefined,
  ): Promise<number> {
    if ((await markRead(tx, memberId, { which, now: clock.now() })) > 0) {
      await emit(memberId, async (lockedTx) => ({
        type: 'notice-read',
        unreadCount: await countUnread(lockedTx, memberId),
      }));
    }
    return countUnread(tx, memberId);
  }
}
