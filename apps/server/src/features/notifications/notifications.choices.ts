import type { NotificationChoices } from '@naru/contract/account';
import { NOTIFICATION_TYPES, type NotificationType } from '@naru/contract/notifications';
import type { Db } from '../../db/client.ts';
import type { Actor } from '../../platform/actor.ts';
import { deleteMutes, insertMutes, listMutes } from './notifications.choices.repo.ts';

/** Kinds of notices a member wants; all of them until it says otherwise. */
export function createNoticeChoices(db: Db) {
  const list = async (memberId: number): Promise<NotificationChoices> => {
    const muted = await listMutes(db, memberId);
    const isWanted = (type: NotificationType) => !muted.includes(type);
    return {
      comment: isWanted('comment'),
      like: isWanted('like'),
      friend: isWanted('friend'),
      notice: isWanted('notice'),
      other: isWanted('other'),
    };
  };

  return {
    listChoices: ({ memberId }: Pick<Actor, 'memberId'>) => list(memberId),

    /** Changes the given kinds and answers all of them. Old notices stay where they are. */
    async setChoices(
      { memberId }: Actor,
      choices: Partial<Record<keyof NotificationChoices, boolean | undefined>>,
    ): Promise<NotificationChoices> {
      const wanted = NOTIFICATION_TYPES.filter((kind) => choices[kind] === true);
      const muted = NOTIFICATION_TYPES.filter((kind) => choices[kind] === false);
      await deleteMutes(db, memberId, wanted);
      await insertMutes(db, memberId, muted);
      return list(memberId);
    },
  };
}
