import { findBoard } from '@naru/contract/boards';
import type { Me, MemberCard } from '@naru/contract/members';
import { hasRole } from '@naru/contract/roles';
import type { Db } from '../../db/client.ts';
import { grantRole } from '../../domain/access/members.repo.ts';
import { findToday } from '../../domain/bookings/own-bookings.repo.ts';
import type { Actor } from '../../platform/actor.ts';
import { type Clock, toKst } from '../../platform/clock.ts';
import { orWithoutWriting } from '../../platform/database/query-errors.ts';
import { AppError } from '../../platform/errors.ts';
import type { AuditService } from '../audit/audit.service.ts';
import type { FriendsService } from '../friends/friends.service.ts';
import type { Tools } from '../tools.ts';
import { type CardRow, endFirstVisit, findCard, findMe, findMemberId } from './members.repo.ts';

/**
 * Grants ADMIN from the command line, as for the first admin. The audit log records it under the
 * member's own id, since no actor is logged in.
 */
export async function grantAdmin(
  db: Db,
  clock: Clock,
  audit: Pick<AuditService, 'record'>,
  username: string,
): Promise<'granted' | 'had it' | 'unknown'> {
  return db.transaction(async (tx) => {
    const memberId = await findMemberId(tx, username.trim().toLowerCase());
    if (memberId === null) return 'unknown';
    const isNew = await grantRole(tx, { memberId, role: 'ADMIN', grantedAt: clock.now() });
    if (!isNew) return 'had it';
    const detail = { role: 'ADMIN', by: 'command line' };
    await audit.record(tx, { memberId }, { action: 'role.grant', targetId: memberId, detail });
    return 'granted';
  });
}

interface Deps
  extends Pick<Tools, 'db' | 'clock' | 'seal' | 'throttle' | 'memberRates' | 'log' | 'audit'> {
  friends: FriendsService;
  /** Numbers of the badges of the header. */
  counters: Record<'notifications' | 'chat' | 'friends', (memberId: number) => Promise<number>>;
  /** Sequence number of the member's newest live event. */
  findLiveSeq: (memberId: number) => Promise<number>;
}

export type MembersService = ReturnType<typeof createMembersService>;

export function createMembersService(deps: Deps) {
  const { db, clock, seal, throttle, memberRates, friends, log, audit, counters } = deps;

  return {
    /** Throws MEMBER_UNKNOWN, TOO_MANY_REQUESTS. */
    async getCard(actor: Actor, id: number): Promise<MemberCard> {
      const isMe = id === actor.memberId;
      if (!isMe) {
        await orWithoutWriting(
          () => countCard(actor.memberId, id),
          async () => undefined,
        );
      }
      const [row, relation] = await Promise.all([
        findCard(db, id),
        friends.getRelation(db, actor.memberId, id),
      ]);
      if (row === null) throw new AppError('MEMBER_UNKNOWN');
      const { friendStatus, isBlocker } = relation;
      return {
        id,
        nickname: row.nickname,
        nickName: row.nickname,
        email: await readEmail(actor, row),
        roles: row.roles,
        intro: row.intro,
        profileThumbnails: row.profileImageUrl,
        isFriend: friendStatus === 'friend',
        friendStatus,
        isMe,
        isBlocked: isBlocker,
      };
    },

    /** Throws TOKEN_INVALID when the session is gone. */
    async getMe(actor: Actor): Promise<Me> {
      // Read first: an event emitted meanwhile is sent again rather than missed.
      const liveSeq = await deps.findLiveSeq(actor.memberId);
      const [row, booking, newNoticeCount, newMailCount, friendRequestCount] = await Promise.all([
        findMe(db, actor, seal.seal(actor.memberId), clock.now()),
        findToday(db, actor.memberId, clock.now()),
        counters.notifications(actor.memberId),
        counters.chat(actor.memberId),
        counters.friends(actor.memberId),
      ]);
      if (row === null) throw new AppError('TOKEN_INVALID');
      const { createdAt, reauthUntil, isNew, owedAnswers, ...rest } = row;
      const boards = row.favoriteBoards.map((boardType) => findBoard(boardType)?.type ?? null);
      return {
        ...rest,
        ...(isNew && { isNew }),
        ...(owedAnswers && { owedAnswers }),
        ...(booking && {
          nextBooking: { name: booking.name, startsAt: toKst(booking.startsAt) },
        }),
        newNoticeCount,
        newMailCount,
        friendRequestCount,
        liveSeq,
        joinedAt: toKst(createdAt),
        reauthUntil: reauthUntil !== null && reauthUntil > clock.now() ? toKst(reauthUntil) : null,
        nickName: row.nickname,
        profileThumbnails: row.profileImageUrl,
        roles: [...actor.roles],
        ...(actor.isHeldBack === true && { secondFactorDue: true }),
        favoriteBoards: boards.filter((boardType) => boardType !== null),
      };
    },

    endFirstVisit: ({ memberId }: Actor) => endFirstVisit(db, memberId),
  };

  /**
   * The address that its owner shows; ADMIN sees every one, which the audit log records. With a full
   * disk ADMIN sees none that could not be recorded.
   */
  async function readEmail(actor: Actor, row: CardRow): Promise<string | null> {
    if (row.emailPublic || row.id === actor.memberId) return row.email;
    if (!hasRole(actor.roles, 'ADMIN')) return null;
    return orWithoutWriting(
      async () => {
        const record = { action: 'member.read-email', targetId: row.id } as const;
        await db.transaction((tx) => audit.record(tx, actor, record));
        return row.email;
      },
      async () => null,
    );
  }

  /** Counts a card unless it was opened within the hour; unknown ids count too. */
  async function countCard(memberId: number, id: number): Promise<void> {
    const seen = `card:${memberId}:${id}`;
    if ((await throttle.peek(db, seen, memberRates.cards)).count > 0) return;
    try {
      await throttle.hit(db, `cards:${memberId}`, memberRates.cards, 'TOO_MANY_REQUESTS');
    } catch (error) {
      if (error instanceof AppError) {
        log.warn({ event: 'cards throttled', memberId }, 'security event');
      }
      throw error;
    }
    await throttle.count(db, seen, memberRates.cards);
  }
}
