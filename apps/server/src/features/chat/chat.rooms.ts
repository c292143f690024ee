import type { Actor } from '../../platform/actor.ts';
import { found } from '../../platform/found.ts';
import type { Tools } from '../../tools.ts';
import { presentMessage, presentRoom } from './chat.present.ts';
import {
  countNewRooms,
  listRooms,
  prepareFindView,
  prepareListMessages,
} from './chat.read.repo.ts';

const NEWEST = Number.MAX_SAFE_INTEGER;

export type ChatRoomDeps = Pick<Tools, 'db' | 'clock'>;

/** Reads the actor's own rooms; all others look as if they did not exist. */
export function createChatRooms({ db, clock }: ChatRoomDeps) {
  const findView = prepareFindView(db);
  const listMessages = prepareListMessages(db);

  return {
    /** Sorted by newest message. */
    async listRooms(actor: Actor) {
      const now = clock.now();
      return (await listRooms(db, actor.memberId)).map((row) => presentRoom(row, now));
    },

    /** Rooms with unread messages, for the badge of the header. */
    countNew: (memberId: number) => countNewRooms(db, memberId),

    /**
     * Up to `size` messages before `beforeId`, oldest first; none from before the actor left the
     * room. Throws ROOM_NOT_FOUND.
     */
    async listMessages(
      actor: Actor,
      roomId: number,
      { beforeId = NEWEST, size }: { beforeId?: number | undefined; size: number },
    ) {
      const view = found(await findView({ roomId, memberId: actor.memberId }), 'ROOM_NOT_FOUND');
      const limit = size + 1;
      const rows = await listMessages({ roomId, afterId: view.hiddenId, beforeId, limit });
      return {
        messages: rows.slice(0, size).reverse().map(presentMessage),
        last: rows.length <= size,
        partnerReadId: view.partnerReadId,
      };
    },
  };
}
