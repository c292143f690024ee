import type { Tx } from '../../db/client.ts';
import type { Emit } from '../../domain/live/live.ts';
import type { DirectFacts } from '../../domain/notifications/notification-kinds.ts';
import {
  type NotificationOf,
  renderNotification,
} from '../../domain/notifications/notifications.ts';
import type { DomainTools } from '../../domain/tools.ts';
import { countUnreadOf } from './notifications.broadcast.repo.ts';
import { setGone } from './notifications.groups.repo.ts';
import { createSealedStanding, type SealedChange } from './notifications.sealed-standing.ts';
import type { Concerned, FollowCauses, Followed } from './notifications.standing.repo.ts';

interface Deps extends Pick<DomainTools, 'clock' | 'seal'> {
  followCauses: FollowCauses;
}

export type Standing = ReturnType<typeof createStanding>;

/**
 * Notifications are what is true now: whatever changes the state of what they are about calls this in its
 * transaction. Nothing of it reaches devices or rings; open pages get the new number.
 */
export function createStanding({ clock, seal, followCauses }: Deps) {
  const followSealed = createSealedStanding({ clock, seal });

  return {
    announce,

    /** For posts under a name. */
    async follow(tx: Tx, emit: Emit, of: Concerned): Promise<void> {
      const [lock, compare] = followCauses(of, clock.now());
      const [, followed] = await Promise.all([lock(tx), compare(tx)]);
      await announce(emit, followed);
    },

    /** For an anonymous post, in a later transaction than that of the change. */
    async followSealed(tx: Tx, emit: Emit, change: SealedChange): Promise<void> {
      await announce(emit, await followSealed(tx, change));
    },

    /** A notification that a member asked for something ends when it is taken back, and returns when it holds again. */
    async withdraw<K extends keyof DirectFacts>(
      tx: Tx,
      emit: Emit,
      memberIds: readonly number[],
      notification: NotificationOf<K>,
      isGone = true,
    ): Promise<void> {
      const { groupKey } = renderNotification(notification);
      if (groupKey === null) return;
      const which = { memberIds, groupKeys: [groupKey], isGone };
      await announce(emit, await setGone(tx, which, clock.now()));
    },
  };
}

/** Open pages load their bells again. */
async function announce(emit: Emit, followed: readonly Followed[]): Promise<void> {
  const memberIds = [
    ...new Set(followed.flatMap(({ memberId, isUnread }) => (isUnread ? [memberId] : []))),
  ];
  let counts: Promise<Map<number, number>> | null = null;
  for (const memberId of memberIds) {
    await emit(memberId, async (lockedTx) => {
      counts ??= countUnreadOf(lockedTx, memberIds);
      return { type: 'notice-read', unreadCount: (await counts).get(memberId) ?? 0 };
    });
  }
}
