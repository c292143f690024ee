import type { Assigned } from '@naru/contract/assignees';
import type { InquiryCategory, ReportTarget } from '@naru/contract/choices';
import type { InquiryState, RequestableRole } from '@naru/contract/inquiries';
import { LIMITS } from '@naru/contract/limits';
import { and, asc, count, eq, isNull, or, type SQL, sql } from 'drizzle-orm';
import { type AnyPgColumn, alias } from 'drizzle-orm/pg-core';
import type { Executor } from '../../db/client.ts';
import { containsText } from '../../db/contains.ts';
import { inquiries, members, outsideReporters, staffActions } from '../../db/schema/index.ts';
import { holdsRoleFrom } from '../../domain/access/roles.sql.ts';
import type { KnownAuthor } from '../../domain/authorship/author.ts';
import { isContentReport } from '../../domain/work/work.repo.ts';

export interface InquiryFilter {
  asker?: KnownAuthor | undefined;
  state?: InquiryState | undefined;
  category?: InquiryCategory | undefined;
  /** Only reports of content. */
  isOfContent?: boolean | undefined;
  /** Substring of the title or of the asker's nickname, case-insensitive. */
  query?: string | undefined;
  assigned?: Assigned | undefined;
  /** Who asks for the list, with `assigned`. */
  viewerId?: number | undefined;
}

const responder = alias(members, 'responder');
/** Only while the member may handle the inquiry: others work on nothing, whatever was stored. */
const isAssignee = sql`assignee.id = ${inquiries.assigneeId} and assignee.withdrawn_at is null
  and (${holdsRoleFrom(sql`assignee.id`, 'ADMIN')}
    or (${isContentReport} and ${holdsRoleFrom(sql`assignee.id`, 'MANAGER')}))`;
/** No join, with which the order of the list would have no index. */
const ofAssignee = (column: 'id' | 'nickname') =>
  sql`(select assignee.${sql.raw(column)} from ${members} as assignee where ${isAssignee})`;

const columns = {
  id: inquiries.id,
  memberId: inquiries.memberId,
  title: inquiries.title,
  content: inquiries.content,
  category: sql<InquiryCategory>`${inquiries.category}`,
  targetRole: sql<RequestableRole | null>`${inquiries.targetRole}`,
  targetType: sql<ReportTarget | null>`${inquiries.targetType}`,
  targetId: inquiries.targetId,
  previousId: inquiries.previousId,
  authorSeal: inquiries.authorSeal,
  /** What an objection is about. */
  objected: {
    action: staffActions.action,
    reason: staffActions.reason,
    office: staffActions.office,
    createdAt: staffActions.createdAt,
  },
  /** Who reported without an account. */
  outside: { email: outsideReporters.email, name: outsideReporters.name },
  state: sql<InquiryState>`${inquiries.state}`,
  reply: inquiries.reply,
  grantedAt: inquiries.grantedAt,
  createdAt: inquiries.createdAt,
  completedAt: inquiries.completedAt,
  nickname: members.nickname,
  withdrawnAt: members.withdrawnAt,
  responderNickname: responder.nickname,
  responderWithdrawnAt: responder.withdrawnAt,
  assigneeId: sql<number | null>`${ofAssignee('id')}`.mapWith(Number),
  assigneeNickname: sql<string | null>`${ofAssignee('nickname')}`,
};

/** The beginning of a long text, with an ellipsis: a page of whole ones has megabytes. */
const listed = <T extends string | null>(text: AnyPgColumn) =>
  sql<T>`case when length(${text}) > ${sql.raw(String(LIMITS.inquiryListedMax))}
    then left(${text}, ${sql.raw(String(LIMITS.inquiryListedMax))}) || '…' else ${text} end`;

const listedColumns = {
  ...columns,
  content: listed<string>(inquiries.content),
  reply: listed<string | null>(inquiries.reply),
};

const selectInquiries = (db: Executor, { isCut = false }: { isCut?: boolean | undefined } = {}) =>
  db
    .select(isCut ? listedColumns : columns)
    .from(inquiries)
    .leftJoin(members, eq(members.id, inquiries.memberId))
    .leftJoin(staffActions, eq(staffActions.id, inquiries.actionId))
    .leftJoin(outsideReporters, eq(outsideReporters.inquiryId, inquiries.id))
    .leftJoin(responder, eq(responder.id, inquiries.responderId));

export type InquiryRow = Awaited<ReturnType<typeof selectInquiries>>[number];

/** Both match the null ordering of the indexes; PostgreSQL cannot use them otherwise. */
const newestFirst = sql`${inquiries.createdAt} desc nulls last, ${inquiries.id} desc nulls last`;
const oldestFirst = sql`${inquiries.isLast}, ${inquiries.createdAt}, ${inquiries.id}`;

/** Returns one page, newest first by default and with `isCut` without the ends of long texts, and the total. */
export async function listInquiries(
  db: Executor,
  filter: InquiryFilter,
  page: { limit: number; offset: number; isOldestFirst?: boolean; isCut?: boolean },
) {
  const where = condition(filter);
  const rows = await selectInquiries(db, page)
    .where(where)
    .orderBy(page.isOldestFirst === true ? oldestFirst : newestFirst)
    .limit(page.limit)
    .offset(page.offset);
  const [counted] = await db
    .select({ total: count() })
    .from(inquiries)
    .leftJoin(members, eq(members.id, inquiries.memberId))
    .where(where);
  return { rows, total: counted?.total ?? 0 };
}

/** What is beside an inquiry in the filtered list, newest first; its place counts from 1. */
export async function findBeside(db: Executor, filter: InquiryFilter, id: number) {
  const own = sql`(select own.created_at, own.id from ${inquiries} own where own.id = ${id})`;
  const place = sql`(${inquiries.createdAt}, ${inquiries.id})`;
  const find = async (where: SQL | undefined, which: 'newest' | 'oldest' = 'newest') => {
    const [found] = await db
      .select({ id: inquiries.id })
      .from(inquiries)
      .leftJoin(members, eq(members.id, inquiries.memberId))
      .where(where)
      .orderBy(which === 'newest' ? newestFirst : sql`${inquiries.createdAt}, ${inquiries.id}`)
      .limit(1);
    return found?.id ?? null;
  };
  const [among, open] = [condition(filter), condition({ ...filter, state: 'PROCESSING' })];
  const after = sql`${place} < ${own}`;
  const [counted] = await db
    .select({ total: count(), before: sql<number>`count(*) filter (where ${place} > ${own})` })
    .from(inquiries)
    .leftJoin(members, eq(members.id, inquiries.memberId))
    .where(among);
  return {
    previousId: await find(and(among, sql`${place} > ${own}`), 'oldest'),
    nextId: await find(and(among, after)),
    nextOpenId: (await find(and(open, after))) ?? (await find(and(open, sql`${place} > ${own}`))),
    position: Number(counted?.before ?? 0) + 1,
    total: counted?.total ?? 0,
  };
}

export async function countByState(db: Executor) {
  const rows = await db
    .select({ state: inquiries.state, total: count() })
    .from(inquiries)
    .groupBy(inquiries.state);
  return new Map(rows.map(({ state, total }) => [state, total]));
}

export async function findInquiry(db: Executor, id: number): Promise<InquiryRow | null> {
  const [row] = await selectInquiries(db).where(eq(inquiries.id, id));
  return row ?? null;
}

/** Id of what the member sent under the client id before; null without one. */
export async function findByClientId(db: Executor, memberId: number, clientId: string | null) {
  if (clientId === null) return null;
  const [row] = await db
    .select({ id: inquiries.id })
    .from(inquiries)
    .where(and(eq(inquiries.memberId, memberId), eq(inquiries.clientId, clientId)));
  return row?.id ?? null;
}

/** Locks the inquiry until the transaction ends. */
export async function lockInquiry(db: Executor, id: number): Promise<void> {
  await db.select({ id: inquiries.id }).from(inquiries).where(eq(inquiries.id, id)).for('update');
}

/** Locks the open reports of a target until the transaction ends; returns their ids. */
export async function lockOpenReports(
  db: Executor,
  { type, id }: { type: ReportTarget; id: number },
): Promise<number[]> {
  const rows = await db
    .select({ id: inquiries.id })
    .from(inquiries)
    .where(
      and(
        condition({ category: 'REPORT', state: 'PROCESSING' }),
        eq(inquiries.targetType, type),
        eq(inquiries.targetId, id),
      ),
    )
    .orderBy(asc(inquiries.id))
    .for('update');
  return rows.map((row) => row.id);
}

/** Serialises the inquiries of a member, so that the count of open ones is exact. */
export async function lockAsker(db: Executor, memberId: number): Promise<void> {
  await db.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`inquiry of ${memberId}`}, 0))`,
  );
}

/** Counts open inquiries without reports and objections, which have a target. */
export async function countOpen(db: Executor, memberId: number) {
  const isOpen = and(eq(inquiries.memberId, memberId), eq(inquiries.state, 'PROCESSING'));
  return db.$count(inquiries, and(isOpen, isNull(inquiries.targetType)));
}

export async function insertInquiry(db: Executor, values: typeof inquiries.$inferInsert) {
  const [row] = await db.insert(inquiries).values(values).returning({ id: inquiries.id });
  return row?.id ?? 0;
}

/** Null when there is one against the same action. */
export async function insertObjection(db: Executor, values: typeof inquiries.$inferInsert) {
  const [row] = await db
    .insert(inquiries)
    .values(values)
    .onConflictDoNothing({ target: inquiries.actionId })
    .returning({ id: inquiries.id });
  return row?.id ?? null;
}

/** Counts the open reports of each target, by `${type} ${id}`. */
export async function countOpenReports(
  db: Executor,
  refs: readonly { type: ReportTarget; id: number }[],
): Promise<Map<string, number>> {
  if (refs.length === 0) return new Map();
  const isOneOf = refs.map(({ type, id }) =>
    and(eq(inquiries.targetType, type), eq(inquiries.targetId, id)),
  );
  const rows = await db
    .select({ type: inquiries.targetType, id: inquiries.targetId, total: count() })
    .from(inquiries)
    .where(and(condition({ category: 'REPORT', state: 'PROCESSING' }), or(...isOneOf)))
    .groupBy(inquiries.targetType, inquiries.targetId);
  return new Map(rows.map(({ type, id, total }) => [`${type} ${id}`, total]));
}

function condition({ asker, state, category, ...filter }: InquiryFilter): SQL | undefined {
  const { isOfContent, query, assigned, viewerId } = filter;
  return and(
    asker && or(eq(inquiries.memberId, asker.memberId), eq(inquiries.authorSeal, asker.seal)),
    state && eq(inquiries.state, state),
    category && eq(inquiries.category, category),
    isOfContent ? isContentReport : undefined,
    query
      ? or(
          containsText(inquiries.title, query),
          and(containsText(members.nickname, query), isNull(members.withdrawnAt)),
        )
      : undefined,
    // The viewer may handle what they list.
    assigned === 'ME' ? eq(inquiries.assigneeId, viewerId ?? 0) : undefined,
    assigned === 'NONE' ? sql`${ofAssignee('id')} is null` : undefined,
  );
}
