import type { PetitionTab } from '@naru/contract/choices';
import { and, asc, desc, eq, inArray, isNotNull, isNull, ne, or, type SQL, sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { members, petitionAnswers, petitions, posts } from '../../db/schema/index.ts';
import type { Authorised } from '../../domain/access/authorised.ts';
import { isBlockedPost } from '../../domain/access/blocks.sql.ts';
import { writerColumns } from '../../domain/authorship/author.sql.ts';
import type { KnownAuthor } from '../../domain/authorship/author.ts';
import { versionOf } from '../../domain/edits/versions.ts';
import { isOwed, isUnanswered, isUnreached } from '../../domain/petitions/petitions.sql.ts';
import { isListed, isLive } from '../../domain/posts/post.sql.ts';
import type { PageRange } from '../../platform/paging.ts';

const columns = {
  id: petitions.postId,
  addressee: petitions.addressee,
  threshold: petitions.threshold,
  answerDays: petitions.answerDays,
  endsOn: petitions.endsOn,
  signatureCount: petitions.signatureCount,
  reachedAt: petitions.reachedAt,
  owedOn: petitions.owedOn,
  answeredAt: petitions.answeredAt,
  endedAt: petitions.endedAt,
  endedAs: petitions.endedAs,
  closeReason: petitions.closeReason,
};

const isBlinded = sql<boolean>`${posts.blindedAt} is not null`;

const select = (db: Executor) =>
  db
    .select({
      ...columns,
      authorId: posts.authorId,
      createdAt: posts.createdAt,
      isBlinded,
    })
    .from(petitions)
    .innerJoin(posts, eq(posts.id, petitions.postId));

export type PetitionRow = Awaited<ReturnType<typeof select>>[number];

/** Null for a petition whose post is deleted. */
export async function findPetition(db: Executor, id: number): Promise<PetitionRow | null> {
  const [row] = await select(db).where(and(eq(petitions.postId, id), isLive));
  return row ?? null;
}

/** The same, and serialises all changes of the petition until the transaction ends. */
export async function lockPetition(tx: Executor, id: number): Promise<PetitionRow | null> {
  const [row] = await select(tx)
    .where(and(eq(petitions.postId, id), isLive))
    .for('no key update', { of: petitions });
  return row ?? null;
}

const TABS: Record<PetitionTab, { where: (today: string) => SQL | undefined; order: SQL[] }> = {
  collecting: {
    where: (today) => and(isUnreached, sql`${petitions.endsOn} >= ${today}::date`),
    order: [asc(petitions.endsOn), desc(petitions.signatureCount)],
  },
  // What was closed instead of an answer stays beside what waits for one.
  waiting: {
    where: () => isUnanswered,
    order: [sql`${petitions.endedAt} desc nulls first`, asc(petitions.owedOn)],
  },
  answered: {
    where: () => sql`${petitions.answeredAt} is not null`,
    order: [desc(petitions.answeredAt)],
  },
  all: { where: () => undefined, order: [] },
};

/** Which of the petitions collect signatures. */
export async function listCollecting(
  db: Executor,
  ids: readonly number[],
  today: string,
): Promise<Set<number>> {
  const rows = await db
    .select({ id: petitions.postId })
    .from(petitions)
    .where(and(inArray(petitions.postId, [...ids]), TABS.collecting.where(today)));
  return new Set(rows.map(({ id }) => id));
}

/** Blocked authors are marked; their titles are left out by the presenter. Blinded posts have no title of their own. */
export async function listPetitions(
  db: Executor,
  { tab, today, self }: { tab: PetitionTab; today: string; self: KnownAuthor },
  { limit, offset }: PageRange,
) {
  const { where, order } = TABS[tab];
  return db
    .select({
      ...columns,
      ...writerColumns(posts),
      title: posts.title,
      isBlinded,
      boardType: posts.boardType,
      commentCount: posts.commentCount,
      createdAt: posts.createdAt,
      isBlocked: isBlockedPost(self),
      total: sql<number>`count(*) over ()::int`,
    })
    .from(petitions)
    .innerJoin(posts, eq(posts.id, petitions.postId))
    .leftJoin(members, eq(members.id, posts.authorId))
    .where(and(isLive, where(today)))
    .orderBy(...order, desc(petitions.postId))
    .limit(limit)
    .offset(offset);
}

export type ListedRow = Awaited<ReturnType<typeof listPetitions>>[number];

export async function insertPetition(
  tx: Executor,
  values: Pick<PetitionRow, 'addressee' | 'threshold' | 'answerDays' | 'endsOn'> & {
    postId: number;
  },
): Promise<void> {
  await tx.insert(petitions).values(values);
}

/** The deadline of the answer is another one than those of which anybody was notified. */
export async function setReached(
  tx: Executor,
  id: number,
  values: { reachedAt: Date; owedOn: string },
): Promise<void> {
  await tx
    .update(petitions)
    .set({ ...values, notifiedOn: null })
    .where(eq(petitions.postId, id));
}

/** Ends a petition without an answer. */
export async function setEnded(
  tx: Executor,
  { id }: Authorised<'change', Pick<PetitionRow, 'id'>>,
  values: { endedAt: Date; endedAs: 'WITHDRAWN' | 'CLOSED'; closeReason: string | null },
): Promise<void> {
  await tx.update(petitions).set(values).where(eq(petitions.postId, id));
}

/** Puts `text` in place of an answer, or with null of the reason for closing; false when there is none. */
export async function replaceText(
  tx: Executor,
  { id }: Authorised<'change', Pick<PetitionRow, 'id'>>,
  { answerId, text }: { answerId: number | null; text: string },
): Promise<boolean> {
  const isAnswer = and(eq(petitionAnswers.postId, id), eq(petitionAnswers.id, answerId ?? 0));
  const { rowCount } =
    answerId === null
      ? await tx
          .update(petitions)
          .set({ closeReason: text })
          .where(and(eq(petitions.postId, id), isNotNull(petitions.closeReason)))
      : await tx.update(petitionAnswers).set({ content: text }).where(isAnswer);
  return rowCount === 1;
}

/** Adds an answer; the first one answers the petition. */
export async function insertAnswer(
  tx: Executor,
  { id }: Authorised<'change', Pick<PetitionRow, 'id'>>,
  answer: { memberId: number; content: string; createdAt: Date },
): Promise<void> {
  await tx.insert(petitionAnswers).values({ postId: id, ...answer });
  await tx
    .update(petitions)
    .set({ answeredAt: answer.createdAt })
    .where(and(eq(petitions.postId, id), isNull(petitions.answeredAt)));
}

/** Newest first, each with the version of its text. */
export async function listAnswers(db: Executor, id: number) {
  const rows = await db
    .select({
      id: petitionAnswers.id,
      content: petitionAnswers.content,
      createdAt: petitionAnswers.createdAt,
    })
    .from(petitionAnswers)
    .where(eq(petitionAnswers.postId, id))
    .orderBy(desc(petitionAnswers.id));
  return rows.map((row) => ({ ...row, version: versionOf([row.id, row.content]) }));
}

/**
 * Petitions with a deadline of which nobody was notified yet: those that end on a day up to `soon`, ended before
 * `today` without enough signatures, or are owed an answer since before it.
 */
export async function listDue(
  db: Executor,
  { today, soon }: { today: string; soon: string },
): Promise<number[]> {
  const isNew = (day: SQL) => sql`${petitions.notifiedOn} is distinct from ${day}`;
  const rows = await db
    .select({ id: petitions.postId })
    .from(petitions)
    .innerJoin(posts, eq(posts.id, petitions.postId))
    .where(
      and(
        isListed,
        or(
          and(
            isUnreached,
            sql`${petitions.endsOn} <= ${soon}::date`,
            sql`${petitions.endsOn} >= ${today}::date`,
            isNew(sql`${petitions.endsOn}`),
          ),
          and(
            isUnreached,
            sql`${petitions.endsOn} < ${today}::date`,
            isNew(sql`${petitions.endsOn} + 1`),
          ),
          and(
            isOwed,
            sql`${petitions.owedOn} < ${today}::date`,
            isNew(sql`${petitions.owedOn} + 1`),
          ),
        ),
      ),
    )
    .orderBy(asc(petitions.postId));
  return rows.map(({ id }) => id);
}

/** False when another server was faster. */
export async function markNotified(tx: Executor, id: number, day: string): Promise<boolean> {
  const isOther = or(isNull(petitions.notifiedOn), ne(petitions.notifiedOn, day));
  const { rowCount } = await tx
    .update(petitions)
    .set({ notifiedOn: day })
    .where(and(eq(petitions.postId, id), isOther));
  return rowCount === 1;
}
