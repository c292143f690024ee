import type { ChatMessage } from '@naru/contract/chat';
import type { LiveEvent } from '@naru/contract/events';
import { sql } from 'drizzle-orm';
import type { Tx } from '../../db/client.ts';
import type { Authorised } from '../../domain/access/authorised.ts';
import type { Actor } from '../../platform/actor.ts';
import { found } from '../../platform/errors.ts';
import type { Tools } from '../tools.ts';
import type { ChatPictures } from '../uploads/uploads.service.ts';
import { findTeamRoom } from './chat.groups.repo.ts';
import { findLectureChat } from './chat.lectures.repo.ts';
import { findMessage, listQuotingTimes, type MessageRow } from './chat.messages.repo.ts';
import {
  authoriseRecall,
  authoriseRemoval,
  authoriseTeamRemoval,
  requireRoom,
} from './chat.policy.ts';
import { presentMessage, withoutWords } from './chat.present.ts';
import {
  listSideIds,
  prepareCountNew,
  prepareListRecipients,
  prepareReadRoom,
} from './chat.read.repo.ts';
import { type EnteredSide, prepareLockRoom, recallMessage } from './chat.repo.ts';

export interface ChatRecallDeps extends Pick<Tools, 'db' | 'clock' | 'live' | 'audit'> {
  files: Pick<ChatPictures, 'detach' | 'erase' | 'urlOf'>;
}

export function createChatRecall({ db, clock, live, files, audit }: ChatRecallDeps) {
  const lockRoom = prepareLockRoom(db);
  const readRoom = prepareReadRoom(db);
  const listRecipients = prepareListRecipients(db);
  const countNew = prepareCountNew(db);
  const streamsOf = live.prepareStreams('of_recall', sql`${sql.placeholder('ids')}::bigint[]`);

  type Room = NonNullable<Awaited<ReturnType<ReturnType<typeof readRoom>>>> & {
    side: EnteredSide;
  };
  type Check = (room: Room, message: MessageRow | null) => Authorised<'recall', MessageRow>;

  /** Erases a message that `check` allows; `after` runs last, and only for the call that erased it. */
  async function erase(place: Place, check: Check, isRemoved: boolean, after?: After) {
    const { memberId, roomId, messageId } = place;
    const { recalled, keys } = await live.pipelined(async ({ tx, send }, append) => {
      await send(lockRoom(memberId, roomId));
      const room = requireRoom(await readRoom({ memberId, roomId, clientId: null })(tx));
      const row = check(room, await findMessage(tx, room.side, messageId));
      const isOfMany = room.side.partnerId === null;
      const present = (erased: Partial<MessageRow>) =>
        presentMessage({ ...row, ...ERASED, ...erased }, { isOfMany, urlOf: () => '' });
      if (row.recalledAt !== null) return { recalled: present({}), keys: [] };
      const now = clock.now();
      const recalled = present({ recalledAt: now, isRemoved });
      await recallMessage(tx, row, room.side, { recalledAt: now, isRemoved });
      const keys = await files.detach(tx, messageId);
      const recipients = await listRecipients({ memberId, roomId, replyToId: null })(tx);
      const times = await listQuotingTimes(tx, roomId, messageId);
      await live.rewrite(tx, { memberIds: await listSideIds(tx, roomId), times }, (event) =>
        withErased(event, roomId, recalled),
      );
      await after?.(tx, room, row);
      // What a blocker has seen of a pair is erased there too.
      const ids = recipients
        .filter((one) => !row.isWithheld || one.memberId === row.senderId)
        .filter((one) => !isOfMany || !one.isBlocker)
        .map((one) => one.memberId);
      const { hold, lock } = streamsOf({ ids });
      const [, streams] = await send(hold, lock);
      const [counts] = await send(countNew(streams.map((stream) => stream.memberId)));
      for (const stream of streams) {
        const newMailCount = counts.get(stream.memberId) ?? 0;
        append(stream, { type: 'mail-recalled', roomId, message: recalled, newMailCount });
      }
      return { recalled, keys };
    });
    await files.erase(keys);
    return recalled;
  }

  return {
    /**
     * Erases an own message of the last five minutes, from the stored events and where it is quoted too, and
     * notifies the room; a second recall changes nothing. Under the lock of the room, so that the partner has
     * either read it before or never counts it as unread. Throws ROOM_NOT_FOUND, MESSAGE_NOT_FOUND,
     * RECALL_TOO_LATE.
     */
    async recall({ memberId }: Actor, roomId: number, messageId: number) {
      const place = { memberId, roomId, messageId };
      const check: Check = ({ side }, message) => authoriseRecall(side, message, clock.now());
      return { message: '메시지를 회수했습니다.', recalled: await erase(place, check, false) };
    },

    /**
     * Erases a message of the room of a lecture, as its professor or staff, at any time; on record. Throws
     * ROOM_NOT_FOUND, MESSAGE_NOT_FOUND, PERMISSION_DENIED.
     */
    async removeMessage(
      actor: Actor,
      { lectureId, messageId }: { lectureId: number; messageId: number },
      reason: string,
    ) {
      const { memberId } = actor;
      const lecture = await findLectureChat(db, memberId, lectureId);
      const roomId = found(lecture?.roomId, 'ROOM_NOT_FOUND');
      const recalled = await erase(
        { memberId, roomId, messageId },
        ({ lecture }, message) => authoriseRemoval(actor, lecture, message),
        true,
        async (tx, _room, { senderId }) => {
          const detail = { messageId, senderId };
          const entry = { action: 'lecture.remove-message', reason, detail } as const;
          await audit.record(tx, actor, { ...entry, targetId: lectureId });
        },
      );
      return { message: '메시지를 삭제했습니다.', recalled };
    },

    /** Erases a message of the room of a team, as the author of its post. Throws as `removeMessage`. */
    async removeFromTeamRoom({ memberId }: Actor, teamId: number, messageId: number) {
      const roomId = found(await findTeamRoom(db, teamId), 'ROOM_NOT_FOUND');
      const check: Check = (room, message) => authoriseTeamRemoval(memberId, room, message);
      const recalled = await erase({ memberId, roomId, messageId }, check, true);
      return { message: '메시지를 삭제했습니다.', recalled };
    },
  };

  type After = (tx: Tx, room: Room, message: MessageRow) => Promise<void>;
}

interface Place {
  memberId: number;
  roomId: number;
  messageId: number;
}

const ERASED = { content: '', reactions: [], pictureWidth: null, pictureHeight: null };

/** A stored event without the words of a message that is gone; null when it has none of them. */
function withErased(event: LiveEvent, roomId: number, gone: ChatMessage): LiveEvent | null {
  if (event.type !== 'mail' || event.roomId !== roomId) return null;
  const { message } = event;
  if (message.id === gone.id) return { ...event, message: gone };
  const { replyTo } = message;
  if (replyTo?.id !== gone.id) return null;
  return { ...event, message: { ...message, replyTo: withoutWords(replyTo, gone.isRemoved) } };
}
