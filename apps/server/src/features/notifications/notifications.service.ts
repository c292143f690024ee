import type { BoardType } from '@naru/contract/boards';
import type { LiveEvent } from '@naru/contract/events';
import { LIMITS } from '@naru/contract/limits';
import type { Tx } from '../../db/client.ts';
import { roomViewer } from '../../domain/access/room-access.ts';
import type { Emit } from '../../domain/live/live.ts';
import type { NoticeAudience } from '../../domain/notices/audience.sql.ts';
import type { DomainTools } from '../../domain/tools.ts';
import type { Actor } from '../../platform/actor.ts';
import { failureToThrow } from '../../platform/database/persist.ts';
import { renameActor } from './notifications.actors.repo.ts';
import { createAlerts } from './notifications.alerts.ts';
import { createAudience } from './notifications.audience.ts';
import { countRecipients } from './notifications.broadcast.repo.ts';
import { createBroadcasts } from './notifications.broadcast.ts';
import { type Cause, isHandledCause, isPetitionCause } from './notifications.causes.ts';
import { createNotificationChoices } from './notifications.choices.ts';
import { createCommentNotifications } from './notifications.comments.ts';
import { createHandledNotifications } from './notifications.handled.ts';
import { createLikeNotifications } from './notifications.likes.ts';
import { createNotify } from './notifications.notify.ts';
import { createPending, type ReleaseAt } from './notifications.pending.ts';
import { createPetitionNotifications } from './notifications.petitions.ts';
import { createPostNotifications } from './notifications.posts.ts';
import {
  isSealedGone,
  presentNewest,
  presentNotification,
  renewEvents,
  withoutBlindedTexts,
  withoutGone,
} from './notifications.present.ts';
import { createNotificationReading } from './notifications.reading.ts';
import {
  countUnread,
  listNotifications,
  listUnsilenced,
  type NotificationRow,
  prepareListNewest,
} from './notifications.repo.ts';
import { createStaffNotifications } from './notifications.staff.ts';
import { prepareFollowCauses } from './notifications.standing.repo.ts';
import { createStanding } from './notifications.standing.ts';
import { createTeamNotifications } from './notifications.teams.ts';
import { createThreadNotifications } from './notifications.threads.ts';

type Sent = Exclude<Cause, { name: 'boardPosted' }>;

interface Deps extends Pick<DomainTools, 'db' | 'clock' | 'seal' | 'live' | 'throttle' | 'events'> {
  releaseAt: ReleaseAt;
}

export type NotificationsService = ReturnType<typeof createNotificationsService>;

/** Notifications of the bell; docs/notifications.md lists their causes. */
export function createNotificationsService(deps: Deps) {
  const { db, clock, seal, live, throttle, events } = deps;
  const listNewest = prepareListNewest(db);
  const notify = createNotify({ clock, seal });
  const audience = createAudience({ seal, notify });
  const present = (row: NotificationRow) => presentNotification(row, seal);
  const wake = () => events.emit('notifications-stored', {});
  const followCauses = prepareFollowCauses(db);
  const standing = createStanding({ clock, seal, followCauses });
  const { storeBroadcast, sendBroadcasts } = createBroadcasts({ clock, seal, live, wake });
  const { defer, sendPending } = createPending({ ...deps, wake });
  const { sendDeferred, ...threads } = createThreadNotifications({
    audience,
    standing,
    throttle,
    seal,
    defer,
  });
  const { sendAlerts, sendAlertsSoon } = createAlerts({ ...deps, audience, sendBroadcasts });
  const posts = createPostNotifications({ audience, storeBroadcast, defer });
  const { sendPetition, ...petitions } = createPetitionNotifications({
    ...{ clock, seal, notify, standing, defer },
  });
  const staff = createStaffNotifications({ clock, notify, standing, defer });
  const { sendDeferred: sendHandled, ...handled } = createHandledNotifications({
    audience,
    notify,
    workArrived: staff.workArrived,
    defer,
  });
  const list = async (actor: Actor, all: boolean) => {
    const viewer = roomViewer(actor);
    const { rows, unreadCount } = await listNewest(viewer, LIMITS.notificationPageSize, all);
    return { notices: await presentNewest(db, rows, seal), unreadCount };
  };
  async function sendOne(tx: Tx, emit: Emit, cause: Sent): Promise<void> {
    if (cause.name === 'lecturePostCreated')
      await posts.lecturePostCreated(tx, emit, cause.what, true);
    else if (isPetitionCause(cause)) await sendPetition(tx, emit, cause);
    else if (isHandledCause(cause)) await sendHandled(tx, emit, cause);
    else await sendDeferred(tx, emit, cause);
  }
  /** Emits one event for each board with new anonymous posts. */
  async function sendReleased(): Promise<number> {
    const boards = new Set<BoardType>();
    const sending = sendPending(async (tx, emit, cause) => {
      if (cause.name === 'boardPosted') boards.add(cause.boardType);
      else await sendOne(tx, emit, cause);
    });
    return sending.finally(() => {
      for (const boardType of boards) events.emit('board-posted', { boardType, isHidden: true });
    });
  }

  return {
    notify,
    ...threads,
    ...handled,
    ...createCommentNotifications({ db, clock, seal, live, defer }),
    ...createLikeNotifications({ db, clock, seal, live, throttle, defer, followCauses }),
    ...posts,
    ...petitions,
    ...staff,
    ...createTeamNotifications({ notify, standing }),
    ...createNotificationChoices(db),
    ...createNotificationReading({ db, clock, seal, live }),

    /**
     * The job that database triggers add for comments and posts with followers, and for posts that may
     * contain an alert word.
     */
    tasks: { alerts: sendAlertsSoon },

    /** Sends stored events, broadcasts and alerts in parallel; returns the number of steps. */
    sendNotifications: async () => {
      const results = await Promise.allSettled([sendReleased(), sendBroadcasts(), sendAlerts()]);
      const failures = results.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
      if (failures.length > 0) throw failureToThrow(failures);
      return results.reduce((sum, one) => sum + (one.status === 'fulfilled' ? one.value : 0), 0);
    },

    /** The newest 50 unread notifications, or with `all` the newest 50. */
    list,

    /**
     * Those of the newest 50 unread notifications that may be sent by push or e-mail now: not about anything
     * deleted, blinded, closed or muted since, nor by a member blocked since.
     */
    async listLeaving(memberId: number) {
      const rows = await listUnsilenced(db, memberId, LIMITS.notificationPageSize);
      const notices = await withoutGone(db, rows, seal);
      return { notices, unreadCount: await countUnread(db, memberId) };
    },

    /** All notifications, oldest first, for the data export: without the words of other members. */
    async listAll(memberId: number) {
      const all = await listNotifications(db, memberId);
      const rows = all.filter((row) => !isSealedGone(seal, row));
      const items = await withoutBlindedTexts(db, rows.map(present));
      return items.toReversed().map(({ excerpt: _, ...own }) => own);
    },

    /** Stored events for a page that reconnects: their notifications may quote what is blinded now. */
    renewEvents: (events: readonly LiveEvent[]) => renewEvents(db, events, clock.now()),

    countUnread: (memberId: number) => countUnread(db, memberId),

    follow: standing.follow,
    withdraw: standing.withdraw,

    /** Call in the transaction that renames the member, with null in the one that erases it. */
    renameActor,

    /** How many members a notice by the actor would notify, and how many of them without a year. */
    countReach: ({ memberId }: Actor, audience: NoticeAudience) =>
      countRecipients(db, { except: memberId, audience, now: clock.now() }),
  };
}
