import type { NotificationChoices } from '@naru/contract/account';
import { NOTIFICATION_TYPES, type NotificationType } from '@naru/contract/notifications';
import type { Db } from '../../db/client.ts';
import type { Actor } from '../../platform/actor.ts';
import { deleteMutes, insertMutes, listMutes } from './notifications.choices.repo.ts';

/** Kinds of notifications that a member wants; all by default. */
export function createNotificationChoices(db: Db) {
  return {
    listChoices,

    /** Changes the given kinds and returns all. Existing notifications stay. */
    async setChoices(
      { memberId }: Actor,
      choices: Partial<Record<keyof NotificationChoices, boolean | undefined>>,
    ): Promise<NotificationChoices> {
      const chosen = (isWanted: boolean) =>
        NOTIFICATION_TYPES.filter((type) => choices[type] === isWanted);
      await deleteMutes(db, memberId, chosen(true));
      await insertMutes(db, memberId, chosen(false));
      return listChoices({ memberId });
    },
  };

  async function listChoices({ memberId }: Pick<Actor, 'memberId'>): Promise<NotificationChoices> {
    const muted = await listMutes(db, memberId);
    const isWanted = (type: NotificationType) => !muted.includes(type);
    return {
      comment: isWanted('comment'),
      like: isWanted('like'),
      friend: isWanted('friend'),
      notice: isWanted('notice'),
      other: isWanted('other'),
    };
  }
}
