import type { LiveEvent } from '@naru/contract/events';
import { DONE } from '@naru/contract/texts';
import type { Tx } from '../../db/client.ts';
import type { Emit } from '../../domain/live/live.ts';
import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import type { FriendsService } from '../friends/friends.service.ts';
import type { Tools } from '../tools.ts';
import type { ChatPictures } from '../uploads/uploads.service.ts';
import { type ChatItemDeps, createChatItems } from './chat.items.ts';
import { authoriseRecall, requireSide } from './chat.policy.ts';
import { presentMessage } from './chat.present.ts';
import { countNewMessages, findPartner } from './chat.read.repo.ts';
import {
  findMessage,
  insertRoom,
  leaveSide,
  lockSide,
  lockSideWith,
  NO_PICTURE,
  recallMessage,
  reopenSide,
} from './chat.repo.ts';
import { type ChatRoomDeps, createChatRooms } from './chat.rooms.ts';
import { type ChatSendDeps, createChatSend } from './chat.send.ts';

interface ChatPresenceDeps extends Pick<Tools, 'clock' | 'live'> {
  friends: Pick<FriendsService, 'getRelation'>;
}

function createChatPresence({ clock, live, friends }: ChatPresenceDeps) {
  async function checkFriend(tx: Tx, memberId: number, friendId: number): Promise<void> {
    const partner = await findPartner(tx, friendId);
    if (partner === null || partner.withdrawnAt !== null) throw new AppError('MEMBER_UNKNOWN');
    const { friendStatus } = await friends.getRelation(tx, memberId, friendId);
    if (friendStatus !== 'friend') throw new AppError('NOT_FRIENDS');
  }

  async function open(tx: Tx, memberId: number, friendId: number): Promise<number> {
    const pair = { memberId, partnerId: friendId, itemId: null };
    const roomId = await insertRoom(tx, pair, clock.now());
    if (roomId !== null) return roomId;
    const side = await lockSideWith(tx, pair);
    if (side === null) throw new Error('the room has no sides');
    if (!side.isOut) throw new AppError('ROOM_EXISTS', { roomId: side.roomId });
    await reopenSide(tx, side);
    return side.roomId;
  }

  return {
    /**
     * Opens a room with a friend, who sees it with the first message; a room that the actor left comes
     * back without its old messages.
     * Throws ROOM_EXISTS with the room id, NOT_FRIENDS, FRIEND_SELF, MEMBER_UNKNOWN.
     */
    async create({ memberId }: Actor, friendId: number) {
      if (friendId === memberId) throw new AppError('FRIEND_SELF');
      return live.transaction(async (tx) => {
        await checkFriend(tx, memberId, friendId);
        return { roomId: await open(tx, memberId, friendId), message: DONE.roomCreated };
      });
    },

    /**
     * Hides the room and its messages from the actor until the partner writes again; the partner
     * keeps everything. Throws ROOM_NOT_FOUND.
     */
    async leave({ memberId }: Actor, roomId: number) {
      return live.transaction(async (tx, emit) => {
        const side = requireSide(await lockSide(tx, memberId, roomId));
        const readId = await leaveSide(tx, side, clock.now());
        await emitRead(emit, memberId, { roomId, memberId, readId });
        return { message: '채팅방에서 나갔습니다.' };
      });
    },
  };
}

async function emitRead(
  emit: Emit,
  recipientId: number,
  read: { roomId: number; memberId: number; readId: number },
): Promise<void> {
  await emit(recipientId, async (tx) => ({
    type: 'mail-read',
    ...read,
    newMailCount: await countNewMessages(tx, recipientId),
  }));
}

interface ChatRecallDeps extends Pick<Tools, 'clock' | 'live'> {
  files: Pick<ChatPictures, 'detach' | 'erase' | 'urlOf'>;
}

function createChatRecall({ clock, live, files }: ChatRecallDeps) {
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
            newMailCount: await countNewMessages(last, id),
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

export type ChatService = ReturnType<typeof createChatService>;

type Deps = ChatItemDeps & ChatRoomDeps & ChatPresenceDeps & ChatSendDeps & ChatRecallDeps;

export function createChatService(deps: Deps) {
  return {
    ...createChatItems(deps),
    ...createChatRooms(deps),
    ...createChatPresence(deps),
    ...createChatSend(deps),
    ...createChatRecall(deps),
  };
}
