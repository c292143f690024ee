import type { Tx } from '../../db/client.ts';
import type { Emit } from '../../domain/live/live.ts';
import {
  type DirectFacts,
  type NotificationOf,
  type PostCause,
  type RenderedNotification,
  renderNotification,
  storedCause,
} from '../../domain/notifications/notifications.ts';
import type { DomainTools } from '../../domain/tools.ts';
import { truncateToMinute } from '../../platform/clock.ts';
import {
  presentNotification,
  sealGroupKey,
  sealNotificationText,
} from './notifications.present.ts';
import {
  countUnread,
  findNotification,
  listReachable,
  type NewNotificationRow,
  upsertNotifications,
} from './notifications.repo.ts';

interface NewNotification<K extends keyof DirectFacts> extends NotificationOf<K> {
  to: readonly number[];
  /**
   * Actors are not notified of their own actions; members who block the actor are skipped.
   */
  actorId?: number;
  /** Concerns an anonymous post: text, target and group are stored sealed. */
  isSealed?: boolean;
}

export type Notify = ReturnType<typeof createNotify>;

/**
 * Upserts notifications in the transaction of their cause and emits them to open pages after the
 * commit. Locks rows in the order of member ids.
 */
export function createNotify({ clock, seal }: Pick<DomainTools, 'clock' | 'seal'>) {
  return async <K extends keyof DirectFacts>(
    tx: Tx,
    emit: Emit,
    notification: NewNotification<K>,
  ): Promise<void> => {
    const { to, actorId = null, isSealed = false } = notification;
    const rendered = renderNotification(notification);
    const { audience, type, stale } = rendered;
    const memberIds = await listReachable(tx, {
      memberIds: to.filter((id) => id !== actorId),
      wanting: audience === 'security' ? null : type,
      // On an anonymous post nobody is skipped: a missing notification would reveal to a blocker who wrote.
      actorId: audience === 'members' && !isSealed ? actorId : null,
    });
    const cause = storedCause(notification);
    const rows = memberIds.map((memberId) => rowOf(memberId, rendered, cause, isSealed));
    for (const { id, memberId } of await upsertNotifications(tx, rows)) {
      await emit(memberId, async (lockedTx) => ({
        type: 'notice',
        notice: presentNotification(await findNotification(lockedTx, id), seal),
        unreadCount: await countUnread(lockedTx, memberId),
        ...(stale && { stale }),
      }));
    }
  };

  function rowOf(
    memberId: number,
    { type, subType, content, targetUrl, groupKey, postId, commentId }: RenderedNotification,
    cause: PostCause | null,
    isSealed: boolean,
  ): NewNotificationRow {
    const shared = { memberId, type, subType };
    if (!isSealed) {
      const about = { postId, commentId, cause };
      return { ...shared, ...about, content, targetUrl, groupKey, createdAt: clock.now() };
    }
    return {
      ...shared,
      content: '',
      targetSeal: sealNotificationText(seal, memberId, { content, targetUrl, postId, cause }),
      groupKey: groupKey === null ? null : sealGroupKey(seal, memberId, groupKey),
      createdAt: truncateToMinute(clock.now()),
    };
  }
}
