import type { ReportHistory } from '@naru/contract/moderation';
import { eq, type SQL, sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { columns } from '../../db/columns.ts';
import {
  auditEntries,
  blinds,
  comments,
  inquiries,
  outsideReporters,
  posts,
  reportedMessages,
} from '../../db/schema/index.ts';
import type { ContentKey } from '../../domain/posts/blinds.repo.ts';

const ENTRIES_MAX = 20;

export type HistorySubject =
  | { of: 'MEMBER'; memberId: number }
  | ({ of: 'CONTENT' } & ContentKey)
  | { of: 'NONE' };

type Kind = ReportHistory['entries'][number]['kind'];

interface HistoryRow extends Record<string, unknown> {
  kind: Kind;
  at: string;
  title: string;
  reason: string | null;
}

export interface History {
  of: HistorySubject['of'];
  rows: HistoryRow[];
  counts: Map<Kind, number>;
}

/** Columns kind, at, title and reason of what happened before the report `exceptId`. */
function eventsOf(subject: HistorySubject, exceptId: number): SQL | null {
  switch (subject.of) {
    case 'MEMBER':
      return sql.join(
        [reportsOfMember(subject.memberId, exceptId), ...actsOnMember(subject.memberId)],
        sql` union all `,
      );
    case 'CONTENT':
      return sql.join(
        [reportsOfContent(subject, exceptId), actsOnContent(subject)],
        sql` union all `,
      );
    default:
      return null;
  }
}

/** Counts of each kind and the newest events. */
export async function readHistory(
  db: Executor,
  subject: HistorySubject,
  exceptId: number,
): Promise<History> {
  const events = eventsOf(subject, exceptId);
  if (events === null) return { of: subject.of, rows: [], counts: new Map() };
  const { rows } = await db.execute<HistoryRow>(
    sql`select kind, at, title, reason from (${events}) as event order by at desc limit ${ENTRIES_MAX}`,
  );
  const counted = await db.execute<{ kind: Kind; total: string }>(
    sql`select kind, count(*) as total from (${events}) as event group by kind`,
  );
  const counts = new Map(counted.rows.map(({ kind, total }) => [kind, Number(total)]));
  return { of: subject.of, rows, counts };
}

const titleOfPost = sql`coalesce((select ${blinds.title} from ${blinds} where ${blinds.postId} = ${posts.id}), ${posts.title})`;

/** Anonymous content has no `author_id`, so it is never among a member's. */
function reportsOfMember(memberId: number, exceptId: number): SQL {
  const reports = sql`${inquiries} where ${inquiries.category} = 'REPORT' and ${inquiries.id} <> ${exceptId}`;
  return sql`select 'REPORTED' as kind, ${inquiries.createdAt} as at, '' as title, null::text as reason
      from ${reports} and ${inquiries.targetType} = 'MEMBER' and ${inquiries.targetId} = ${memberId}
    union all
    select 'REPORTED', ${inquiries.createdAt}, '', null from ${reportedMessages}
      join ${inquiries} on ${inquiries.id} = ${reportedMessages.inquiryId}
      where ${reportedMessages.senderId} = ${memberId} and ${reportedMessages.isReported} and ${inquiries.id} <> ${exceptId}
    union all
    select 'REPORTED', ${inquiries.createdAt}, ${titleOfPost}, null from ${posts}
      join ${inquiries} on ${inquiries.targetType} = 'POST' and ${inquiries.targetId} = ${posts.id}
      where ${posts.authorId} = ${memberId} and ${inquiries.category} = 'REPORT' and ${inquiries.id} <> ${exceptId}
    union all
    select 'REPORTED', ${inquiries.createdAt}, ${titleOfPost}, null from ${comments}
      join ${posts} on ${posts.id} = ${comments.postId}
      join ${inquiries} on ${inquiries.targetType} = 'COMMENT' and ${inquiries.targetId} = ${comments.id}
      where ${comments.authorId} = ${memberId} and ${inquiries.category} = 'REPORT' and ${inquiries.id} <> ${exceptId}`;
}

function actsOnMember(memberId: number): SQL[] {
  return [
    sql`select 'REMOVED' as kind, ${posts.deletedAt} as at, ${posts.title} as title, ${reasonOf('post', posts.id)} as reason
      from ${posts} where ${posts.authorId} = ${memberId} and ${posts.deletedBy} <> ${memberId}`,
    sql`select 'REMOVED', ${comments.deletedAt}, ${posts.title}, ${reasonOf('comment', comments.id)}
      from ${comments} join ${posts} on ${posts.id} = ${comments.postId}
      where ${comments.authorId} = ${memberId} and ${comments.deletedBy} <> ${memberId}`,
    sql`select 'SUSPENDED', ${auditEntries.createdAt}, '', ${auditEntries.reason} from ${auditEntries}
      where ${auditEntries.targetType} = 'member' and ${auditEntries.action} = 'member.suspend'
        and ${auditEntries.targetId} = ${memberId}`,
  ];
}

function reportsOfContent({ type, id }: { type: string; id: number }, exceptId: number): SQL {
  return sql`select 'REPORTED' as kind, ${inquiries.createdAt} as at, '' as title, null::text as reason
    from ${inquiries} where ${inquiries.category} = 'REPORT' and ${inquiries.id} <> ${exceptId}
      and ${inquiries.targetType} = ${type} and ${inquiries.targetId} = ${id}`;
}

function actsOnContent({ type, id }: { type: string; id: number }): SQL {
  const subject = type.toLowerCase().replace('_', '-');
  return sql`select case ${auditEntries.action} when ${`${subject}.delete`} then 'REMOVED' else 'RESTORED' end,
      ${auditEntries.createdAt}, '', ${auditEntries.reason} from ${auditEntries}
    where ${auditEntries.targetType} = ${subject} and ${auditEntries.targetId} = ${id}
      and ${auditEntries.action} in (${`${subject}.delete`}, ${`${subject}.restore`}, ${`${subject}.unblind`})`;
}

/** The reason of the latest removal. */
function reasonOf(type: 'post' | 'comment', id: unknown): SQL {
  return sql`(select ${auditEntries.reason} from ${auditEntries}
    where ${auditEntries.targetType} = ${type} and ${auditEntries.targetId} = ${id}
      and ${auditEntries.action} = ${`${type}.delete`} order by ${auditEntries.id} desc limit 1)`;
}

type NewReporter = typeof outsideReporters.$inferInsert;

/** Serialises reports without an account, so that their limits and client ids are exact. */
export async function lockOutsideReports(db: Executor): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended('outside reports', 0))`);
}

/** Who sent the report that is stored under the client id; null when there is none. */
export async function findReporter(db: Executor, clientId: string | null) {
  if (clientId === null) return null;
  const [row] = await db
    .select({
      ...columns(outsideReporters, 'inquiryId', 'email'),
      ...columns(inquiries, 'state', 'createdAt'),
    })
    .from(outsideReporters)
    .innerJoin(inquiries, eq(inquiries.id, outsideReporters.inquiryId))
    .where(eq(outsideReporters.clientId, clientId));
  return row ?? null;
}

export async function updateReporter(
  db: Executor,
  inquiryId: number,
  { email, name }: Pick<NewReporter, 'email' | 'name'>,
): Promise<void> {
  await db
    .update(outsideReporters)
    .set({ email, name })
    .where(eq(outsideReporters.inquiryId, inquiryId));
}

export async function insertOutsideReporter(db: Executor, values: NewReporter): Promise<void> {
  await db.insert(outsideReporters).values(values);
}
