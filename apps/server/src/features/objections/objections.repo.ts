import type { ContentType } from '@naru/contract/moderation';
import { and, desc, eq, gte, isNotNull, isNull, or, sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import {
  blinds,
  comments,
  inquiries,
  members,
  posts,
  staffActions,
} from '../../db/schema/index.ts';
import { writtenBy } from '../../domain/authorship/author.sql.ts';
import type { KnownAuthor } from '../../domain/authorship/author.ts';
import type { PageRange } from '../../platform/paging.ts';

/** Characters to select for an excerpt instead of a whole text. */
const EXCERPT_UNITS = 2_000;

const isPost = eq(staffActions.targetType, 'POST');
const isComment = eq(staffActions.targetType, 'COMMENT');

const isLatest = sql`not exists (select 1 from ${staffActions} later
  where later.target_type = ${staffActions.targetType}
    and later.target_id = ${staffActions.targetId} and later.id > ${staffActions.id})`;

const isDeleted = or(
  and(isPost, isNotNull(posts.deletedAt)),
  and(isComment, isNotNull(comments.deletedAt)),
);
const isLive = and(isNull(posts.deletedAt), isNull(comments.deletedAt));

/** What staff did last to content of the author, unless it was restored or the author deleted it. */
function isHandled(author: KnownAuthor, since: Date) {
  const isRecent = gte(staffActions.createdAt, since);
  return and(
    or(and(isPost, writtenBy(posts, author)), and(isComment, writtenBy(comments, author))),
    or(
      and(eq(staffActions.action, 'REMOVED'), isDeleted, isRecent),
      and(eq(staffActions.action, 'HIDDEN'), isLive, isNotNull(blinds.id)),
    ),
    isLatest,
  );
}

function selectHandled(db: Executor) {
  return db
    .select({
      actionId: staffActions.id,
      type: sql<ContentType>`${staffActions.targetType}`,
      id: staffActions.targetId,
      action: staffActions.action,
      reason: staffActions.reason,
      office: staffActions.office,
      createdAt: staffActions.createdAt,
      boardType: posts.boardType,
      postId: posts.id,
      lectureId: posts.lectureId,
      isAnonymous: posts.anonymous,
      title: sql<string>`case when ${isPost} then coalesce(${blinds.title}, ${posts.title}) else ${posts.title} end`,
      text: sql<string>`case when ${isPost}
        then left(coalesce(${blinds.contentText}, ${posts.contentText}), ${EXCERPT_UNITS}::int)
        else coalesce(${blinds.content}, ${comments.content}) end`,
      content: sql<string>`coalesce(${blinds.content}, ${comments.content}, ${posts.content})`,
      imageUrls: sql<
        string[]
      >`case when ${isPost} then coalesce(${blinds.imageUrls}, ${posts.imageUrls}) else '{}'::text[] end`,
      writtenAt: sql<Date>`coalesce(${comments.createdAt}, ${posts.createdAt})`.mapWith(
        posts.createdAt,
      ),
      objectionId: inquiries.id,
    })
    .from(staffActions)
    .leftJoin(comments, and(isComment, eq(comments.id, staffActions.targetId)))
    .innerJoin(
      posts,
      sql`${posts.id} = case when ${isPost} then ${staffActions.targetId} else ${comments.postId} end`,
    )
    .leftJoin(
      blinds,
      or(
        and(isPost, eq(blinds.postId, staffActions.targetId)),
        and(isComment, eq(blinds.commentId, staffActions.targetId)),
      ),
    )
    .leftJoin(inquiries, eq(inquiries.actionId, staffActions.id))
    .$dynamic();
}

export type HandledRow = Awaited<ReturnType<typeof selectHandled>>[number];

/** Returns one page, newest action first, and the total. */
export async function listHandled(
  db: Executor,
  author: KnownAuthor,
  { since, limit, offset }: PageRange & { since: Date },
) {
  const where = isHandled(author, since);
  const rows = await selectHandled(db)
    .where(where)
    .orderBy(desc(staffActions.id))
    .limit(limit)
    .offset(offset);
  const total = await db.$count(selectHandled(db).where(where).as('handled'));
  return { rows, total };
}

export async function findHandled(
  db: Executor,
  author: KnownAuthor,
  { type, id, since }: { type: ContentType; id: number; since: Date },
): Promise<HandledRow | null> {
  const isIt = and(eq(staffActions.targetType, type), eq(staffActions.targetId, id));
  const [row] = await selectHandled(db).where(and(isIt, isHandled(author, since)));
  return row ?? null;
}

/** Null unless the action is the suspension of a member that lasts at `now`. */
export async function findSuspension(db: Executor, actionId: number, now: Date) {
  const [row] = await db
    .select({
      memberId: members.id,
      reason: members.suspendedReason,
      until: members.suspendedUntil,
      objectedAt: inquiries.createdAt,
    })
    .from(staffActions)
    .innerJoin(members, eq(members.id, staffActions.targetId))
    .leftJoin(inquiries, eq(inquiries.actionId, staffActions.id))
    .where(
      and(
        eq(staffActions.id, actionId),
        eq(staffActions.action, 'SUSPENDED'),
        isNull(members.withdrawnAt),
        gte(members.suspendedUntil, now),
        isLatest,
      ),
    );
  return row ?? null;
}
