import { LIMITS } from '@naru/contract/limits';
import type { MailMessage } from '@naru/contract/mail';
import type { Tx } from '../../db/client.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Clock } from '../../platform/clock.ts';
import { AppError } from '../../platform/errors.ts';
import type { Emit, Live } from '../../platform/live/live.ts';
import type { Throttle } from '../../platform/throttle.ts';
import type { FriendsService } from '../friends/friends.service.ts';
import { isLeft } from './mail.policy.ts';
import { presentMessage } from './mail.present.ts';
import { countNewRooms, findPartner } from './mail.read.repo.ts';
import { findByClientId, insertMessage, lockRoom } from './mail.repo.ts';

const BURST = { max: LIMITS.mailBurst, seconds: 10 };

const REFUSED = {
  left: '탈퇴했거나 이용이 정지된 회원에게는 메일을 보낼 수 없습니다.',
  blocked: '차단한 회원에게는 메일을 보낼 수 없습니다.',
  strangers: '친구에게만 메일을 보낼 수 있습니다.',
} as const;

interface NewMessage {
  content: string;
  /** The sender's own mark: repeated, the message is sent once and answered again. */
  clientId: string | null;
}

interface Deps {
  clock: Clock;
  live: Pick<Live, 'transaction'>;
  throttle: Pick<Throttle, 'hit'>;
  friends: Pick<FriendsService, 'getStanding'>;
}

export function createMailSend({ clock, live, throttle, friends }: Deps) {
  /** A member who is blocked hears the same sentence as one whose friendship ended (decisions 107). */
  async function checkPartner(tx: Tx, memberId: number, partnerId: number): Promise<void> {
    const partner = await findPartner(tx, partnerId);
    if (partner === null || isLeft(partner, clock.now())) refuse('left');
    const { friendStatus, isApart, isBlocker } = await friends.getStanding(tx, memberId, partnerId);
    if (isBlocker) refuse('blocked');
    if (isApart || friendStatus !== 'friend') refuse('strangers');
  }

  return {
    /**
     * Sends to the partner of the room, whoever the caller names. The room stays readable when
     * sending is refused (decisions 108). Throws ROOM_NOT_FOUND, NOT_FRIENDS, MAIL_THROTTLED.
     */
    async send(
      actor: Actor,
      roomId: number,
      { content, clientId }: NewMessage,
    ): Promise<{ sentMessage: MailMessage }> {
      const senderId = actor.memberId;
      return live.transaction(async (tx, emit) => {
        const room = await lockRoom(tx, senderId, roomId);
        if (room === null) throw new AppError('ROOM_NOT_FOUND');
        const repeated =
          clientId === null ? null : await findByClientId(tx, { roomId, senderId, clientId });
        if (repeated !== null) return { sentMessage: presentMessage(repeated) };
        const { partnerId } = room;
        await checkPartner(tx, senderId, partnerId);
        await throttle.hit(tx, `mail:${senderId}`, BURST, 'MAIL_THROTTLED');
        const createdAt = clock.now();
        const row = await insertMessage(tx, {
          roomId,
          senderId,
          partnerId,
          clientId,
          content,
          createdAt,
        });
        const sentMessage = presentMessage(row);
        for (const memberId of [senderId, partnerId]) {
          await tellMessage(emit, memberId, roomId, sentMessage);
        }
        return { sentMessage };
      });
    },
  };
}

async function tellMessage(
  emit: Emit,
  memberId: number,
  roomId: number,
  message: MailMessage,
): Promise<void> {
  await emit(memberId, async (tx) => ({
    type: 'mail',
    roomId,
    message,
    newMailCount: await countNewRooms(tx, memberId),
  }));
}

function refuse(why: keyof typeof REFUSED): never {
  throw new AppError('NOT_FRIENDS', { message: REFUSED[why] });
}
