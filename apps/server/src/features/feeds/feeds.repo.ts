import { BOARD_TYPES, isNoticeBoard } from '@naru/contract/boards';
import type { FeedKind } from '@naru/contract/feeds';
import { and, asc, desc, eq, sql } from 'drizzle-orm';
import { textArray } from '../../db/arrays.ts';
import type { Executor } from '../../db/client.ts';
import { columns } from '../../db/columns.ts';
import { feeds, members, posts } from '../../db/schema/index.ts';
import { isActive } from '../../domain/access/members.sql.ts';
import { rolesOf } from '../../domain/access/roles.sql.ts';
import { lacksRequiredFactor } from '../../domain/access/second-factors.repo.ts';
import { isForMember, studyYear } from '../../domain/notices/audience.sql.ts';
import { isListed } from '../../domain/posts/post.sql.ts';

const isOf = (memberId: number, kind: FeedKind) =>
  and(eq(feeds.memberId, memberId), eq(feeds.kind, kind));

export type FeedRow = Awaited<ReturnType<typeof listFeeds>>[number];

export function listFeeds(db: Executor, memberId: number) {
  return db
    .select(columns(feeds, 'kind', 'createdAt', 'lastUsedAt'))
    .from(feeds)
    .where(eq(feeds.memberId, memberId))
    .orderBy(asc(feeds.createdAt), asc(feeds.kind));
}

/** Replaces the address of the kind, which so is no longer found. */
export async function storeFeed(
  tx: Executor,
  values: Pick<typeof feeds.$inferInsert, 'memberId' | 'kind' | 'secretHash' | 'createdAt'>,
): Promise<void> {
  const { secretHash, createdAt } = values;
  await tx
    .insert(feeds)
    .values(values)
    .onConflictDoUpdate({
      target: [feeds.memberId, feeds.kind],
      set: { secretHash, createdAt, lastUsedAt: null },
    });
}

export async function deleteFeed(db: Executor, memberId: number, kind: FeedKind): Promise<void> {
  await db.delete(feeds).where(isOf(memberId, kind));
}

/** The feed with this hash and the rights of its member now; null unless that member may log in. */
export async function findFeed(db: Executor, secretHash: Buffer, now: Date) {
  const [row] = await db
    .select({
      ...columns(feeds, 'memberId', 'kind', 'createdAt', 'lastUsedAt'),
      roles: rolesOf(feeds.memberId),
      lacksRequiredFactor: lacksRequiredFactor(feeds.memberId),
    })
    .from(feeds)
    .innerJoin(members, eq(members.id, feeds.memberId))
    .where(and(eq(feeds.secretHash, secretHash), isActive(now)));
  return row ?? null;
}

/** Changes nothing when the address was replaced meanwhile. */
export async function markUsed(db: Executor, secretHash: Buffer, lastUsedAt: Date): Promise<void> {
  await db.update(feeds).set({ lastUsedAt }).where(eq(feeds.secretHash, secretHash));
}

const NOTICE_BOARDS = BOARD_TYPES.filter(isNoticeBoard);
/** Code units of a text to read for its excerpt. */
const TEXT_READ = 2_000;

export type NoticeRow = Awaited<ReturnType<typeof listNotices>>[number];

/** The newest notices for a member, of all notice boards, as the bell would name them. */
export function listNotices(
  db: Executor,
  { memberId, now, limit }: { memberId: number; now: Date; limit: number },
) {
  // Of each board, and of the pinned ones apart, as the index of the boards has them.
  const hits = sql`select newest.id as hit_id
    from unnest(${textArray(NOTICE_BOARDS)}) as board(name)
    cross join (values (true), (false)) as pin(is_pinned)
    cross join lateral (
      select ${posts.id} from ${posts} inner join ${members} on ${members.id} = ${memberId}
      where ${posts.boardType} = board.name and ${posts.pinned} = pin.is_pinned and ${isListed}
        and ${isForMember(studyYear(now))}
      order by ${posts.createdAt} desc nulls last, ${posts.id} desc nulls last
      limit ${limit}
    ) as newest`;
  return db
    .select({
      ...columns(posts, 'id', 'title', 'createdAt', 'updatedAt'),
      boardType: sql<(typeof NOTICE_BOARDS)[number]>`${posts.boardType}`,
      text: sql<string>`left(${posts.contentText}, ${TEXT_READ})`,
    })
    .from(sql`(${hits}) as hits`)
    .innerJoin(posts, sql`${posts.id} = hit_id`)
    .orderBy(desc(posts.createdAt), desc(posts.id))
    .limit(limit);
}
