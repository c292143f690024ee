import { LIMITS } from '@naru/contract/limits';
import { DONE } from '@naru/contract/texts';
import type { Tx } from '../../db/client.ts';
import type { Actor } from '../../platform/actor.ts';
import { addSeconds } from '../../platform/clock.ts';
import { AppError, found } from '../../platform/errors.ts';
import type { FriendsService } from '../friends/friends.service.ts';
import type { Tools } from '../tools.ts';
import { type ChatItemDeps, createChatItems } from './chat.items.ts';
import { countMembers } from './chat.lectures.repo.ts';
import { type ChatLectureDeps, createChatLectures } from './chat.lectures.ts';
import { requireSide } from './chat.policy.ts';
import { type ChatReactionDeps, createChatReactions } from './chat.reactions.ts';
import { findPartner } from './chat.read.repo.ts';
import { emitRead } from './chat.read.ts';
import { type ChatRecallDeps, createChatRecall } from './chat.recall.ts';
import {
  insertRoom,
  leaveSide,
  lockSide,
  lockSideWith,
  muteSide,
  rejoinSide,
  reopenSide,
} from './chat.repo.ts';
import { type ChatRoomDeps, createChatRooms } from './chat.rooms.ts';
import { type ChatSendDeps, createChatSend } from './chat.send.ts';
import { createChatTeams } from './chat.teams.ts';

interface ChatPresenceDeps extends Pick<Tools, 'db' | 'clock' | 'live'> {
  friends: Pick<FriendsService, 'getRelation'>;
}

function createChatPresence({ db, clock, live, friends }: ChatPresenceDeps) {
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

    /**
     * Undoes a leaving of the last ten minutes: the room comes back as it was, with what was written meanwhile.
     * Throws ROOM_NOT_FOUND, also without the lecture of the room, and LECTURE_CHAT_FULL.
     */
    async rejoin({ memberId }: Actor, roomId: number) {
      return live.transaction(async (tx, emit) => {
        const side = found(await lockSide(tx, memberId, roomId), 'ROOM_NOT_FOUND');
        const since = addSeconds(clock.now(), -LIMITS.rejoinMinutes * 60);
        if (!(await rejoinSide(tx, side, since))) throw new AppError('ROOM_NOT_FOUND');
        const { lectureId } = requireSide(await lockSide(tx, memberId, roomId));
        if (lectureId !== null && (await countMembers(tx, roomId)) > LIMITS.lectureChatMembers) {
          throw new AppError('LECTURE_CHAT_FULL');
        }
        await emitRead(emit, memberId, { roomId, memberId, readId: 0 });
        return { message: '채팅방으로 돌아왔습니다.' };
      });
    },

    /** Throws ROOM_NOT_FOUND. */
    async mute({ memberId }: Actor, roomId: number, isMuted: boolean) {
      return db.transaction(async (tx) => {
        await muteSide(tx, requireSide(await lockSide(tx, memberId, roomId)), isMuted);
        return { isMuted };
      });
    },
  };
}

export type ChatService = ReturnType<typeof createChatService>;

type Deps = ChatItemDeps &
  ChatRoomDeps &
  ChatPresenceDeps &
  ChatSendDeps &
  ChatLectureDeps &
  ChatReactionDeps &
  ChatRecallDeps;

export function createChatService(deps: Deps) {
  return {
    ...createChatItems(deps),
    ...createChatRooms(deps),
    ...createChatPresence(deps),
    ...createChatSend(deps),
    ...createChatLectures(deps),
    ...createChatTeams(deps),
    ...createChatReactions(deps),
    ...createChatRecall(deps),
  };
}
