import { sql } from 'drizzle-orm';
import type { Actor } from '../../platform/actor.ts';
import type { Tools } from '../tools.ts';
import type { ChatPictures } from '../uploads/uploads.service.ts';
import { authoriseSend, requireRoom } from './chat.policy.ts';
import { presentMessage } from './chat.present.ts';
import { prepareCountNew, prepareReadRoom } from './chat.read.repo.ts';
import {
  type MessageRow,
  NO_PICTURE,
  prepareInsertMessage,
  prepareLockRoom,
  prepareReadSide,
  type Side,
} from './chat.repo.ts';

interface NewMessage {
  /** Empty for a picture. */
  content: string;
  /** Of an uploaded picture of the sender. */
  pictureKey?: string;
  /** Idempotency key of the sender: a repeated message is stored once and returned again. */
  clientId: string | null;
}

export interface ChatSendDeps
  extends Pick<Tools, 'db' | 'clock' | 'live' | 'throttle' | 'memberRates'> {
  files: Pick<ChatPictures, 'attach' | 'urlOf'>;
}

/**
 * Both calls take three round trips: the room and its lock; all rows; live events with the commit. A
 * picture takes one more.
 */
export function createChatSend(deps: ChatSendDeps) {
  const { db, clock, live, throttle, memberRates, files } = deps;
  const lockRoom = prepareLockRoom(db);
  const readRoom = prepareReadRoom(db);
  const insertMessage = prepareInsertMessage(db);
  const readSide = prepareReadSide(db);
  const countNew = prepareCountNew(db);
  const countAttempt = throttle.prepareHit(
    db,
    'count_messages',
    memberRates.messages,
    'MAIL_THROTTLED',
  );
  const streamsOf = live.prepareStreams('of_room', sql`${sql.placeholder('ids')}::bigint[]`);

  return {
    /**
     * What is sent to a partner who blocks the sender is stored for the sender alone. Throws ROOM_NOT_FOUND,
     * NOT_FRIENDS, ITEM_ROOM_CLOSED, MAIL_THROTTLED, IMAGE_NOT_READY.
     */
    async send({ memberId }: Actor, roomId: number, { content, pictureKey, clientId }: NewMessage) {
      return live.pipelined(async ({ send }, append) => {
        const [, found] = await send(
          lockRoom(memberId, roomId),
          readRoom({ memberId, roomId, clientId }),
        );
        const { side, partner, sent, sentPicture, isBlocked, ...relation } = requireRoom(found);
        const shownTo = (row: MessageRow, readerId: number) =>
          presentMessage(row, (id) => files.urlOf(id, readerId === lowest(side)));
        if (sent !== null) {
          return { sentMessage: shownTo({ ...sent, ...NO_PICTURE, ...sentPicture }, memberId) };
        }
        const now = clock.now();
        const allowed = authoriseSend(side, partner, relation, now);
        const ids = notifiedOf(side, !isBlocked);
        const { hold, lock } = streamsOf({ ids });
        const [, row, , streams, counts] = await send(
          countAttempt(`mail:${memberId}`),
          insertMessage(allowed, { clientId, content, createdAt: now, isWithheld: isBlocked }),
          hold,
          lock,
          countNew(ids),
        );
        const picture = { key: pictureKey ?? '', messageId: row.id, memberId };
        const [pixels] = pictureKey === undefined ? [] : await send(files.attach(picture));
        const stored = { ...row, ...pixels };
        for (const stream of streams) {
          const newMailCount = counts.get(stream.memberId) ?? 0;
          const message = shownTo(stored, stream.memberId);
          append(stream, { type: 'mail', roomId, message, newMailCount });
        }
        return { sentMessage: shownTo(stored, memberId) };
      });
    },

    /** Marks a room as read and notifies the partner, unless the partner left or blocks the actor. Throws ROOM_NOT_FOUND. */
    async read({ memberId }: Actor, roomId: number) {
      await live.pipelined(async ({ send }, append) => {
        const [, found] = await send(
          lockRoom(memberId, roomId),
          readRoom({ memberId, roomId, clientId: null }),
        );
        const { side, isPartnerOut, isBlocked } = requireRoom(found);
        if (side.unreadCount === 0) return;
        const ids = notifiedOf(side, !isPartnerOut && !isBlocked);
        const { hold, lock } = streamsOf({ ids });
        const [readId, , streams, counts] = await send(readSide(side), hold, lock, countNew(ids));
        for (const stream of streams) {
          const newMailCount = counts.get(stream.memberId) ?? 0;
          append(stream, { type: 'mail-read', roomId, memberId, readId, newMailCount });
        }
      });
      return { message: '메시지를 읽었습니다.' };
    },
  };
}

/** Members whose open pages are notified of what one of a room does. */
function notifiedOf({ memberId, partnerId }: Side, isPartnerToo: boolean): number[] {
  return isPartnerToo ? [memberId, partnerId] : [memberId];
}

function lowest({ memberId, partnerId }: Side): number {
  return Math.min(memberId, partnerId);
}
