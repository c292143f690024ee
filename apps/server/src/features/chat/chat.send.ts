import { sql } from 'drizzle-orm';
import type { Pipeline } from '../../db/fast/fast.ts';
import type { LockedStream } from '../../domain/live/live.repo.ts';
import type { AppendEvent } from '../../domain/live/live.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Tools } from '../tools.ts';
import type { ChatPictures } from '../uploads/uploads.service.ts';
import { createTermCheck, type TermDeps } from './chat.lectures.ts';
import { findMessage, type MessageRow } from './chat.messages.repo.ts';
import { authoriseSend, requireMessage, requireRoom } from './chat.policy.ts';
import { presentMessage, withHiddenQuote } from './chat.present.ts';
import {
  prepareCountNew,
  prepareListRecipients,
  prepareReadRoom,
  type Recipient,
} from './chat.read.repo.ts';
import {
  type EnteredSide,
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
  /** The message that it replies to. */
  replyToId: number | null;
}

/** What no message has at first. */
const NEW = {
  recalledAt: null,
  isRemoved: false,
  senderLeftAt: null,
  reactions: [],
  pictureWidth: null,
  pictureHeight: null,
};

export interface ChatSendDeps
  extends TermDeps,
    Pick<Tools, 'db' | 'live' | 'throttle' | 'memberRates'> {
  files: Pick<ChatPictures, 'attach' | 'urlOf'>;
}

/**
 * Both calls take three round trips: the room and its lock; all rows; live events with the commit. A
 * picture takes one more, and so do a reply and a message to the members of a lecture.
 */
export function createChatSend(deps: ChatSendDeps) {
  const { db, clock, live, throttle, memberRates, files } = deps;
  const lockRoom = prepareLockRoom(db);
  const readRoom = prepareReadRoom(db);
  const listRecipients = prepareListRecipients(db);
  const insertMessage = prepareInsertMessage(db);
  const readSide = prepareReadSide(db);
  const checkTerms = createTermCheck(deps);
  const countNew = prepareCountNew(db);
  const countAttempt = throttle.prepareHit(
    db,
    'count_messages',
    memberRates.messages,
    'MAIL_THROTTLED',
  );
  const streamsOf = live.prepareStreams('of_room', sql`${sql.placeholder('ids')}::bigint[]`);

  /** Throws MESSAGE_NOT_FOUND. */
  async function findIn(send: Send, side: EnteredSide, messageId: number) {
    const [found] = await send((tx) => findMessage(tx, side, messageId));
    return requireMessage(found);
  }

  async function countListeners(send: Send, streams: readonly { memberId: number }[]) {
    const [counts] = await send(countNew(streams.map((stream) => stream.memberId)));
    return counts;
  }

  async function attach(send: Send, use: Parameters<typeof files.attach>[0]) {
    const [pixels] = await send(files.attach(use));
    return pixels;
  }

  /** The message as each of its readers sees it. */
  const shownTo = (row: MessageRow, reader: Reader) =>
    presentMessage(row, {
      isOfMany: reader.partnerId === null,
      urlOf: (id) => files.urlOf(id, reader),
    });

  async function store(send: Send, append: AppendEvent, given: Given): Promise<MessageRow> {
    const { room, recipients, message } = given;
    const { content, pictureKey, clientId, replyToId } = message;
    const { memberId, roomId } = room.side;
    const createdAt = clock.now();
    const [isOver] = await send((tx) => checkTerms(tx, [room.lecture]));
    const isTermOver = isOver(room.lecture);
    const allowed = authoriseSend(room.side, { ...room, isTermOver }, createdAt);
    const quoted = replyToId === null ? null : await findIn(send, room.side, replyToId);
    const ids = recipients.filter((one) => !one.isBlocker).map((one) => one.memberId);
    const { hold, lock } = streamsOf({ ids });
    const values = { clientId, content, createdAt, isWithheld: room.isBlocked, replyToId };
    const isOfPair = room.side.partnerId !== null;
    const [, id, , streams, ofPair] = await send(
      countAttempt(`mail:${memberId}`),
      insertMessage(allowed, values),
      hold,
      lock,
      countNew(isOfPair ? ids : []),
    );
    // Of many members few have a page open.
    const counts = isOfPair ? ofPair : await countListeners(send, streams);
    const row: MessageRow = {
      ...{ id, senderId: memberId, ...values, ...NEW, ...quotedBy(quoted) },
      ...{ senderName: room.ownName, senderImage: room.ownImage },
      ...(pictureKey !== undefined &&
        (await attach(send, { key: pictureKey, messageId: id, memberId }))),
    };
    for (const [stream, message] of shownOn(streams, row, given)) {
      const newMailCount = counts.get(stream.memberId) ?? 0;
      append(stream, { type: 'mail', roomId, message, newMailCount });
    }
    return row;
  }

  /** The message as the member of each open page sees it. */
  function shownOn(streams: readonly LockedStream[], row: MessageRow, given: Given) {
    const isBlind = blindIn(given.recipients);
    return streams.map((stream) => {
      const shown = shownTo(row, readerOf(given.room.side, stream.memberId));
      return [stream, isBlind(stream) ? withHiddenQuote(shown) : shown] as const;
    });
  }

  return {
    /**
     * What is sent to a partner who blocks the sender is stored for the sender alone. Throws ROOM_NOT_FOUND,
     * MESSAGE_NOT_FOUND for `replyToId`, NOT_FRIENDS, ITEM_ROOM_CLOSED, LECTURE_CHAT_CLOSED, MAIL_THROTTLED, IMAGE_NOT_READY.
     */
    async send({ memberId }: Actor, roomId: number, message: NewMessage) {
      const { clientId, replyToId } = message;
      return live.pipelined(async ({ send }, append) => {
        const [, found, recipients] = await send(
          lockRoom(memberId, roomId),
          readRoom({ memberId, roomId, clientId }),
          listRecipients({ memberId, roomId, replyToId }),
        );
        const room = requireRoom(found);
        const { side, sentId } = room;
        const stored =
          sentId === null
            ? await store(send, append, { room, recipients, message })
            : await findIn(send, side, sentId);
        return { sentMessage: shownTo(stored, side) };
      });
    },

    /** Marks a room as read and notifies the partner, unless the partner left or blocks the actor. Throws ROOM_NOT_FOUND. */
    async read({ memberId }: Actor, roomId: number) {
      await live.pipelined(async ({ send }, append) => {
        const [, found, recipients] = await send(
          lockRoom(memberId, roomId),
          readRoom({ memberId, roomId, clientId: null }),
          listRecipients({ memberId, roomId, replyToId: null }),
        );
        const { side } = requireRoom(found);
        const isOfPair = side.partnerId !== null;
        if (isOfPair && side.unreadCount === 0) return;
        const ids = recipients
          .filter((one) => one.memberId === memberId || (isOfPair && one.isIn && !one.isBlocker))
          .map((one) => one.memberId);
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

/** Whether a member does not see what a message replies to. */
function blindIn(recipients: readonly Recipient[]) {
  const blind = new Set(recipients.flatMap((one) => (one.seesQuoted ? [] : one.memberId)));
  return ({ memberId }: { memberId: number }) => blind.has(memberId);
}

interface Given {
  room: { side: EnteredSide } & NonNullable<Found>;
  recipients: readonly Recipient[];
  message: NewMessage;
}

type Found = Awaited<ReturnType<ReturnType<ReturnType<typeof prepareReadRoom>>>>;
type Send = Pipeline['send'];
type Reader = Pick<Side, 'memberId' | 'partnerId'>;

/** A member of the room of a side, as the reader of its pictures. */
function readerOf(side: Side, memberId: number): Reader {
  if (side.partnerId === null || memberId === side.memberId) {
    return { memberId, partnerId: side.partnerId };
  }
  return { memberId, partnerId: side.memberId };
}

function quotedBy(quoted: MessageRow | null) {
  return {
    quotedSenderId: quoted?.senderId ?? null,
    quotedName: quoted?.senderName ?? null,
    quotedLeftAt: quoted?.senderLeftAt ?? null,
    quotedContent: quoted?.content ?? null,
    quotedRecalledAt: quoted?.recalledAt ?? null,
    quotedIsRemoved: quoted?.isRemoved ?? null,
  };
}
