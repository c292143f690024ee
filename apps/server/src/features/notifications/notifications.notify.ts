import type { Tx } from '../../db/client.ts';
import type { Emit } from '../../domain/live/live.ts';
import type { DirectFacts } from '../../domain/notifications/notification-kinds.ts';
import {
  type NotificationOf,
  type PostCause,
  type RenderedNotification,
  renderNotification,
  storedCause,
} from '../../domain/notifications/notifications.ts';
import type { DomainTools } from '../../domain/tools.ts';
import { truncateToMinute } from '../../platform/clock.ts';
import { presentNotification } from './notifications.present.ts';
import {
  countUnread,
  findNotification,
  listReachable,
  type NewNotificationRow,
  upsertNotifications,
  withoutOfGroup,
} from './notifications.repo.ts';
import { joinSealed, sealGroupKey, sealNotificationText } from './notifications.sealed.ts';

interface NewNotification<K extends keyof DirectFacts> extends NotificationOf<K> {
  to: readonly number[];
  /**
   * Actors are not notified of their own actions; members who block the actor are skipped.
   */
  actorId?: number;
  /** Concerns an anonymous post: text, target and group are stored sealed. */
  isSealed?: boolean;
  /** The sealed member who likes it. */
  voter?: string;
  /** Skips members who have a notification of the group, read or not. */
  isOnce?: boolean;
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
    const { to, actorId = null, isSealed = false, voter } = notification;
    const rendered = renderNotification(notification);
    const { audience, type, stale } = rendered;
    const memberIds = await listReachable(tx, {
      memberIds: to.filter((id) => id !== actorId),
      wanting: audience === 'security' ? null : type,
      // On an anonymous post nobody is skipped: a missing notification would reveal to a blocker who wrote.
      actorId: audience === 'members' && !isSealed ? actorId : null,
    });
    const cause = storedCause(notification);
    const made = isSealed
      ? await sealedRows(tx, memberIds, rendered, { cause, voter })
      : memberIds.map((memberId) => rowOf(memberId, rendered, cause));
    const rows = notification.isOnce ? await withoutOfGroup(tx, made) : made;
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
    {
      type,
      subType,
      content,
      targetUrl,
      groupKey,
      postId,
      commentId,
      causes,
    }: RenderedNotification,
    cause: PostCause | null,
  ): NewNotificationRow {
    const about = { postId, commentId, cause, causes };
    const shared = { memberId, type, subType };
    return { ...shared, ...about, content, targetUrl, groupKey, createdAt: clock.now() };
  }

  function sealedRows(
    tx: Tx,
    memberIds: readonly number[],
    { type, subType, audience, content, targetUrl, groupKey, postId, causes }: RenderedNotification,
    { cause, voter }: { cause: PostCause | null; voter: string | undefined },
  ): Promise<NewNotificationRow[]> {
    const counted = voter === undefined ? causes : [voter];
    // Nothing but its text says what kind it is; one that no mute withholds is found by its column.
    const isHidden = type === 'other' && audience === 'members';
    const text = {
      ...{ content, targetUrl, postId, cause },
      ...(counted && { causes: counted }),
      ...(isHidden && { subType }),
    };
    const rows = memberIds.map((memberId) => ({
      ...{ memberId, type, subType: isHidden ? null : subType },
      content: '',
      targetSeal: sealNotificationText(seal, memberId, text),
      groupKey: groupKey === null ? null : sealGroupKey(seal, memberId, groupKey),
      createdAt: truncateToMinute(clock.now()),
    }));
    return joinSealed(tx, seal, rows);
  }
}
