import type { AuditAction, AuditTarget } from '@naru/contract/audit';
import { and, count, desc, eq, gte, isNull, lt, or, type SQL, sql } from 'drizzle-orm';
import { type AnyPgColumn, alias } from 'drizzle-orm/pg-core';
import type { Executor } from '../../db/client.ts';
import { columns } from '../../db/columns.ts';
import { containsText } from '../../db/contains.ts';
import { insertManyRows } from '../../db/many-rows.ts';
import {
  auditEntries,
  comments,
  inquiries,
  lectures,
  members,
  posts,
} from '../../db/schema/index.ts';
import { isRemovedByStaff } from '../../domain/authorship/author.sql.ts';

export interface AuditFilter {
  action?: AuditAction | undefined;
  /** Substring of a nickname, case-insensitive. */
  actor?: string | undefined;
  targetType?: AuditTarget | undefined;
  targetId?: number | undefined;
  /** Inclusive. */
  since?: Date | undefined;
  /** Exclusive. */
  until?: Date | undefined;
  /** Only entries older than this one. */
  beforeId?: number | undefined;
}

type NewEntry = Omit<typeof auditEntries.$inferInsert, 'id' | 'hash'>;

export async function insertEntries(db: Executor, entries: readonly NewEntry[]): Promise<void> {
  await db.execute(insertManyRows(auditEntries, entries));
}

/** Links of the chain that one statement computes. */
const LINKS = 1_000;

/**
 * Computes the links after the entry `after` again. `broken` is the first whose hash does not match, or
 * null; `last` is where the next ones begin, or null after the last entry.
 */
export async function compareLinks(db: Executor, after: number) {
  const { rows } = await db.execute<{
    looked: number;
    broken: number | null;
    last: number | null;
  }>(sql`
    with links as (
      select e.id, e.hash <> audit_hash(coalesce(
          lag(e.hash) over (order by e.id),
          (select former.hash from audit_entries former where former.id <= ${after}
            order by former.id desc limit 1),
          ''::bytea), e) as is_broken
      from audit_entries e
      where e.id > ${after} and e.id <= (select max(id) from (
        select id from audit_entries where id > ${after} order by id limit ${LINKS}) as page)
    )
    select count(*)::integer as looked, max(id) as last, min(id) filter (where is_broken) as broken
    from links`);
  const { looked = 0, broken = null, last = null } = rows[0] ?? {};
  return { looked, broken, last: looked < LINKS ? null : last };
}

const target = alias(members, 'target');

/** Who had an inquiry, and who has it since. */
const [before, after] = [alias(members, 'before'), alias(members, 'after')];
const assigneeId = (side: 'before' | 'after') =>
  sql`case when ${auditEntries.action} = 'inquiry.assign' and jsonb_typeof(${auditEntries.detail} -> ${sql.raw(`'${side}'`)}) = 'number'
    then (${auditEntries.detail} ->> ${sql.raw(`'${side}'`)})::bigint end`;

/** The post of a comment. */
const thread = alias(posts, 'thread');
const LABEL_CHARACTERS = 60;

/** ADMIN reads what staff removed until it is erased, but not what its author removed. */
const isNamed = (table: typeof posts | typeof comments | typeof thread) =>
  or(isNull(table.deletedAt), isRemovedByStaff(table));

/** Lists entries newest first, with the names of actors and targets; never of anonymous content. */
function selectEntries(db: Executor, filter: AuditFilter) {
  const isOf = (type: AuditTarget, id: AnyPgColumn) =>
    and(eq(auditEntries.targetType, type), eq(id, auditEntries.targetId));
  return db
    .select({
      ...columns(auditEntries, 'id', 'actorId', 'action', 'targetType', 'targetId'),
      ...columns(auditEntries, 'reason', 'detail', 'address', 'createdAt'),
      actorNickname: members.nickname,
      actorWithdrawnAt: members.withdrawnAt,
      targetNickname: target.nickname,
      targetWithdrawnAt: target.withdrawnAt,
      beforeNickname: before.nickname,
      beforeWithdrawnAt: before.withdrawnAt,
      afterNickname: after.nickname,
      afterWithdrawnAt: after.withdrawnAt,
      inquiryTitle: inquiries.title,
      postTitle: posts.title,
      commentStart: sql<string | null>`left(${comments.content}, ${LABEL_CHARACTERS})`,
      lectureTitle: lectures.title,
    })
    .from(auditEntries)
    .leftJoin(members, eq(members.id, auditEntries.actorId))
    .leftJoin(target, isOf('member', target.id))
    .leftJoin(before, eq(before.id, assigneeId('before')))
    .leftJoin(after, eq(after.id, assigneeId('after')))
    .leftJoin(inquiries, isOf('inquiry', inquiries.id))
    .leftJoin(posts, and(isOf('post', posts.id), eq(posts.anonymous, false), isNamed(posts)))
    .leftJoin(
      thread,
      and(
        eq(auditEntries.targetType, 'comment'),
        eq(thread.anonymous, false),
        isNamed(thread),
        sql`${thread.id} = (select c.post_id from ${comments} c where c.id = ${auditEntries.targetId})`,
      ),
    )
    .leftJoin(
      comments,
      and(isOf('comment', comments.id), eq(comments.postId, thread.id), isNamed(comments)),
    )
    .leftJoin(lectures, isOf('lecture', lectures.id))
    .where(condition(filter))
    .orderBy(desc(auditEntries.id))
    .$dynamic();
}

export async function listNewest(db: Executor, filter: AuditFilter, limit: number) {
  return selectEntries(db, filter).limit(limit);
}

/** Returns one page and the total. */
export async function listEntries(
  db: Executor,
  filter: AuditFilter,
  page: { limit: number; offset: number },
) {
  const rows = await selectEntries(db, filter).limit(page.limit).offset(page.offset);
  const [counted] = await db.select({ total: count() }).from(auditEntries).where(condition(filter));
  return { rows, total: counted?.total ?? 0 };
}

export type AuditRow = Awaited<ReturnType<typeof listEntries>>['rows'][number];

/** Each nickname is read once, not once per entry. */
const isBy = (words: string) => sql`${auditEntries.actorId} = any(array(
  select ${members.id} from ${members} where ${containsText(members.nickname, words)}))`;

function condition(filter: AuditFilter): SQL | undefined {
  const { action, actor, targetType, targetId, since, until, beforeId } = filter;
  return and(
    action && eq(auditEntries.action, action),
    actor ? isBy(actor) : undefined,
    targetType && eq(auditEntries.targetType, targetType),
    targetId === undefined ? undefined : eq(auditEntries.targetId, targetId),
    since && gte(auditEntries.createdAt, since),
    until && lt(auditEntries.createdAt, until),
    beforeId === undefined ? undefined : lt(auditEntries.id, beforeId),
  );
}
