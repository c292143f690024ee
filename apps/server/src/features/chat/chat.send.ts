import { LIMITS } from '@naru/contract/limits';
import { sql } from 'drizzle-orm';
import type { Actor } from '../../platform/actor.ts';
import type { Tools } from '../../tools.ts';
import { authoriseSend, requireRoom } from './chat.policy.ts';
import { presentMessage } from './chat.present.ts';
import { prepareCountNew, prepareReadRoom } from './chat.read.repo.ts';
import { prepareInsertMessage, prepareLockRoom, prepareReadSide } from './chat.repo.ts';

const BURST = { max: LIMITS.chatMessageBurst, seconds: 10 };

interface NewMessage {
  content: string;
  /** Idempotency key of the sender: a repeated message is stored once and returned again. */
  clientId: string | null;
}

export type ChatSendDeps = Pick<Tools, 'db' | 'clock' | 'live' | 'throttle'>;

/** Both calls take three round trips: the room and its lock; all rows; live events with the commit. */
export function createChatSend({ db, clock, live, throttle }: ChatSendDeps) {
  const lockRoom = prepareLockRoom(db);
  const readRoom = prepareReadRoom(db);
  const insertMessage = prepareInsertMessage(db);
  const readSide = prepareReadSide(db);
  const countNew = prepareCountNew(db);
  const countAttempt = throttle.prepareHit(db, 'count_messages', BURST, 'MAIL_THROTTLED');
  const streamsOf = live.prepareStreams('of_room', sql`${sql.placeholder('ids')}::bigint[]`);

  return {
    /** Throws ROOM_NOT_FOUND, NOT_FRIENDS, MAIL_THROTTLED. */
    async send({ memberId }: Actor, roomId: number, { content, clientId }: NewMessage) {
      return live.pipelined(async ({ send }, tell) => {
        const [, found] = await send(
          lockRoom(memberId, roomId),
          readRoom({ memberId, roomId, clientId }),
        );
        const { side, partner, sent, ...relation } = requireRoom(found);
        if (sent !== null) return { sentMessage: presentMessage(sent) };
        const now = clock.now();
        const allowed = authoriseSend(side, partner, relation, now);
        const ids = [memberId, side.partnerId];
        const { hold, lock } = streamsOf({ ids });
        const [, row, , streams, counts] = await send(
          countAttempt(`mail:${memberId}`),
          insertMessage(allowed, { clientId, content, createdAt: now }),
          hold,
          lock,
          countNew(ids),
        );
        const message = presentMessage(row);
        for (const stream of streams) {
          const newMailCount = counts.get(stream.memberId) ?? 0;
          tell(stream, { type: 'mail', roomId, message, newMailCount });
        }
        return { sentMessage: message };
      });
    },

    /** Marks a room as read and notifies the partner. Throws ROOM_NOT_FOUND. */
    async read({ memberId }: Actor, roomId: number) {
      await live.pipelined(async ({ send }, tell) => {
        const [, found] = await send(
          lockRoom(memberId, roomId),
          readRoom({ memberId, roomId, clientId: null }),
        );
        const { side, isPartnerOut } = requireRoom(found);
        if (side.unreadCount === 0) return;
        const ids = [memberId, ...(isPartnerOut ? [] : [side.partnerId])];
        const { hold, lock } = streamsOf({ ids });
        const [readId, , streams, counts] = await send(readSide(side), hold, lock, countNew(ids));
        for (const stream of streams) {
          const newMailCount = counts.get(stream.memberId) ?? 0;
          tell(stream, { type: 'mail-read', roomId, memberId, readId, newMailCount });
        }
      });
      return { message: '메시지를 읽었습니다.' };
    },
  };
}
