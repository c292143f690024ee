import type { LiveEvent } from '@naru/contract/events';
import type { Tx } from '../../db/client.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Tools } from '../tools.ts';
import type { ChatPictures } from '../uploads/uploads.service.ts';
import { authoriseRecall, requireSide } from './chat.policy.ts';
import { presentMessage } from './chat.present.ts';
import { countNewRooms } from './chat.read.repo.ts';
import { findMessage, lockSide, NO_PICTURE, recallMessage } from './chat.repo.ts';

export interface ChatRecallDeps extends Pick<Tools, 'clock' | 'live'> {
  files: Pick<ChatPictures, 'detach' | 'erase' | 'urlOf'>;
}

export function createChatRecall({ clock, live, files }: ChatRecallDeps) {
  return {
    /**
     * Erases an own message of the last five minutes, from the stored events too, and notifies both
     * members; a second recall changes nothing. Under the lock of the room, so that the partner has
     * either read it before or never counts it as unread. Throws ROOM_NOT_FOUND, MESSAGE_NOT_FOUND,
     * RECALL_TOO_LATE.
     */
    async recall({ memberId }: Actor, roomId: number, messageId: number) {
      const { recalled, keys } = await live.transaction(async (tx, emit) => {
        const side = requireSide(await lockSide(tx, memberId, roomId));
        const now = clock.now();
        const row = authoriseRecall(side, await findMessage(tx, side, messageId), now);
        const erased = { ...row, ...NO_PICTURE, content: '', recalledAt: row.recalledAt ?? now };
        const recalled = presentMessage(erased, () => '');
        if (row.recalledAt !== null) return { recalled, keys: [] };
        await recallMessage(tx, row, side, now);
        const keys = await files.detach(tx, messageId);
        const memberIds = row.isWithheld ? [memberId] : [memberId, side.partnerId];
        await live.rewrite(tx, { memberIds, since: row.createdAt }, (event) =>
          isOfMessage(event, roomId, messageId) ? { ...event, message: recalled } : null,
        );
        for (const id of memberIds) {
          await emit(id, async (last: Tx) => ({
            type: 'mail-recalled',
            roomId,
            message: recalled,
            newMailCount: await countNewRooms(last, id),
          }));
        }
        return { recalled, keys };
      });
      await files.erase(keys);
      return { message: '메시지를 회수했습니다.', recalled };
    },
  };
}

function isOfMessage(event: LiveEvent, roomId: number, messageId: number) {
  return event.type === 'mail' && event.roomId === roomId && event.message.id === messageId;
}
