import { LIMITS } from '@naru/contract/limits';
import { and, asc, count, desc, eq, isNull, ne, not, or, type SQL, sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { containsName } from '../../db/contains.ts';
import { friendships, memberBlocks, members } from '../../db/schema/index.ts';
import { blocks } from '../../domain/access/blocks.sql.ts';
import { isActive } from '../../domain/access/members.sql.ts';
import { rolesOf } from '../../domain/access/roles.sql.ts';

const columns = {
  id: members.id,
  nickname: members.nickname,
  profileImageUrl: members.profileImageUrl,
  roles: rolesOf(members.id),
};

/** The other member in a row of `memberId`. */
const otherOf = (memberId: number) =>
  sql<number>`case when ${friendships.lowId} = ${memberId} then ${friendships.highId} else ${friendships.lowId} end`;
const isOf = (memberId: number) =>
  or(eq(friendships.lowId, memberId), eq(friendships.highId, memberId));
const isPresent = isNull(members.withdrawnAt);

function isWaitingFor(memberId: number): SQL | undefined {
  return and(
    isOf(memberId),
    eq(friendships.status, 'pending'),
    ne(friendships.requesterId, memberId),
    isPresent,
    not(blocks(memberId, members.id)),
  );
}

/** Members with a pending request to `memberId`, newest first, without those whom `memberId` blocks. */
export async function listRequesters(db: Executor, memberId: number) {
  return db
    .select(columns)
    .from(friendships)
    .innerJoin(members, eq(members.id, friendships.requesterId))
    .where(isWaitingFor(memberId))
    .orderBy(desc(friendships.createdAt), desc(friendships.id));
}

export async function countRequesters(db: Executor, memberId: number) {
  const [row] = await db
    .select({ total: count() })
    .from(friendships)
    .innerJoin(members, eq(members.id, friendships.requesterId))
    .where(isWaitingFor(memberId));
  return row?.total ?? 0;
}

export type MemberRow = Awaited<ReturnType<typeof listFriends>>[number];

/** Unordered. */
export async function listFriends(db: Executor, memberId: number) {
  return db
    .select(columns)
    .from(friendships)
    .innerJoin(members, eq(members.id, otherOf(memberId)))
    .where(and(isOf(memberId), eq(friendships.status, 'accepted'), isPresent));
}

/** Members that `memberId` blocks, newest block first. */
export async function listBlocked(db: Executor, memberId: number) {
  return db
    .select(columns)
    .from(memberBlocks)
    .innerJoin(members, eq(members.id, memberBlocks.blockedId))
    .where(and(eq(memberBlocks.blockerId, memberId), isPresent))
    .orderBy(desc(memberBlocks.createdAt), desc(memberBlocks.blockedId));
}

/**
 * The active member with exactly this nickname, case-insensitively like the unique index; never
 * oneself or a member whom `memberId` blocks. A member who blocks `memberId` is found like any other.
 */
export async function findByNickname(db: Executor, memberId: number, nickname: string, now: Date) {
  const [row] = await db
    .select(columns)
    .from(members)
    .where(
      and(
        sql`lower(${members.nickname}) = lower(${nickname})`,
        ne(members.id, memberId),
        isActive(now),
        not(blocks(memberId, members.id)),
      ),
    );
  return row ?? null;
}

/** At most `LIMITS.searchNames` active members, the shortest nicknames first, which are the closest. */
export function findByPartOfNickname(db: Executor, memberId: number, text: string, now: Date) {
  return db
    .select(columns)
    .from(members)
    .where(
      and(
        containsName(members.nickname, text),
        ne(members.id, memberId),
        isActive(now),
        not(blocks(memberId, members.id)),
      ),
    )
    .orderBy(sql`char_length(${members.nickname})`, asc(members.nickname), asc(members.id))
    .limit(LIMITS.searchNames);
}
