import { DONE } from '@naru/contract/texts';
import type { Tx } from '../../db/client.ts';
import type { Emit } from '../../domain/live/live.ts';
import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import type { FriendsService } from '../friends/friends.service.ts';
import type { Tools } from '../tools.ts';
import { requireSide } from './chat.policy.ts';
import { countNewRooms, findPartner } from './chat.read.repo.ts';
import { insertRoom, leaveSide, lockSide, lockSideWith, reopenSide } from './chat.repo.ts';

export interface ChatPresenceDeps extends Pick<Tools, 'clock' | 'live'> {
  friends: Pick<FriendsService, 'getRelation'>;
}

export function createChatPresence({ clock, live, friends }: ChatPresenceDeps) {
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
    newMailCount: await countNewRooms(tx, recipientId),
  }));
}
