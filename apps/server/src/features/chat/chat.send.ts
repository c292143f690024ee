import type { ChatMessage } from '@naru/contract/chat';
import { LIMITS } from '@naru/contract/limits';
import type { Tx } from '../../db/client.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Emit } from '../../platform/live/live.ts';
import type { Tools } from '../../tools.ts';
import type { FriendsService } from '../friends/friends.service.ts';
import { authoriseSend, requireSide } from './chat.policy.ts';
import { presentMessage } from './chat.present.ts';
import { countNewRooms, findPartner } from './chat.read.repo.ts';
import { type EnteredSide, findByClientId, insertMessage, lockSide } from './chat.repo.ts';

const BURST = { max: LIMITS.chatMessageBurst, seconds: 10 };

interface NewMessage {
  content: string;
  /** Idempotency key of the sender: a repeated message is stored once and returned again. */
  clientId: string | null;
}

export interface ChatSendDeps extends Pick<Tools, 'clock' | 'live' | 'throttle'> {
  friends: Pick<FriendsService, 'getRelation'>;
}

export function createChatSend({ clock, live, throttle, friends }: ChatSendDeps) {
  async function authorise(tx: Tx, side: EnteredSide) {
    const { memberId, partnerId } = side;
    const partner = await findPartner(tx, partnerId);
    const relation = await friends.getRelation(tx, memberId, partnerId);
    return authoriseSend(side, partner, relation, clock.now());
  }

  return {
    /** Throws ROOM_NOT_FOUND, NOT_FRIENDS, MAIL_THROTTLED. */
    async send({ memberId: senderId }: Actor, roomId: number, { content, clientId }: NewMessage) {
      return live.transaction(async (tx, emit) => {
        const side = requireSide(await lockSide(tx, senderId, roomId));
        const repeated =
          clientId === null ? null : await findByClientId(tx, { roomId, senderId, clientId });
        if (repeated !== null) return { sentMessage: presentMessage(repeated) };
        const allowed = await authorise(tx, side);
        await throttle.hit(tx, `mail:${senderId}`, BURST, 'MAIL_THROTTLED');
        const values = { clientId, content, createdAt: clock.now() };
        const sentMessage = presentMessage(await insertMessage(tx, allowed, values));
        for (const memberId of [senderId, side.partnerId]) {
          await emitMessage(emit, memberId, roomId, sentMessage);
        }
        return { sentMessage };
      });
    },
  };
}

async function emitMessage(
  emit: Emit,
  memberId: number,
  roomId: number,
  message: ChatMessage,
): Promise<void> {
  await emit(memberId, async (tx) => ({
    type: 'mail',
    roomId,
    message,
    newMailCount: await countNewRooms(tx, memberId),
  }));
}
