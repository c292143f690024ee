import { and, asc, eq, type SQL, sql } from 'drizzle-orm';
import { byteArray, idArray } from '../../db/arrays.ts';
import type { Executor } from '../../db/client.ts';
import { petitionAnswers, petitionSignatures, petitions, posts } from '../../db/schema/index.ts';
import { isListed } from '../posts/post.sql.ts';
import { isUnreached } from './petitions.sql.ts';

interface SealInItem {
  sealIn(item: number, memberId: number): Buffer;
}

/** Which of the petitions the member has signed. */
export async function listSignedOf(
  db: Executor,
  seal: SealInItem,
  { memberId, ids }: { memberId: number; ids: readonly number[] },
): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const { rows } = await db.execute<{ id: string }>(sql`
    select post_id as id from ${petitionSignatures}
    inner join ${ownSignatures(seal, memberId, ids)} on post_id = own.id and ${petitionSignatures.signer} = own.seal`);
  return new Set(rows.map(({ id }) => Number(id)));
}

/** A table of what the member would sign the petitions with. */
function ownSignatures(seal: SealInItem, memberId: number, ids: readonly number[]): SQL {
  const seals = ids.map((id) => seal.sealIn(id, memberId));
  return sql`unnest(${idArray(ids)}, ${byteArray(seals)}) as own(id, seal)`;
}

/** The petitions that the member has signed, for the data export; hidden and deleted ones without their titles. */
export async function readSignatures(db: Executor, seal: SealInItem, memberId: number) {
  const rows = await db
    .select({
      id: petitions.postId,
      title: sql<string | null>`case when ${isListed} then ${posts.title} end`,
    })
    .from(petitions)
    .innerJoin(posts, eq(posts.id, petitions.postId))
    .orderBy(asc(petitions.postId));
  const signed = await listSignedOf(db, seal, { memberId, ids: rows.map(({ id }) => id) });
  return rows.filter(({ id }) => signed.has(id));
}

/**
 * Takes back the signatures of a member who leaves from the petitions that still collect, so that nobody signs twice
 * with two accounts; a number that has reached its threshold stays, and so do answers, without their writer. Locks the
 * petitions in the order of ids.
 */
export async function leavePetitions(
  tx: Executor,
  seal: SealInItem,
  memberId: number,
): Promise<void> {
  await tx
    .update(petitionAnswers)
    .set({ memberId: null })
    .where(eq(petitionAnswers.memberId, memberId));
  const open = await tx.select({ id: petitions.postId }).from(petitions).where(isUnreached);
  const signed = await listSignedOf(tx, seal, { memberId, ids: open.map(({ id }) => id) });
  for (const postId of [...signed].sort((a, b) => a - b)) {
    const isOpen = and(eq(petitions.postId, postId), isUnreached);
    const found = await tx
      .select({ id: petitions.postId })
      .from(petitions)
      .where(isOpen)
      .for('no key update');
    if (found.length > 0) await removeSignature(tx, postId, seal.sealIn(postId, memberId));
  }
}

/** Needs the lock of the petition. */
export async function addSignature(tx: Executor, postId: number, signer: Buffer): Promise<number> {
  return count(
    tx,
    postId,
    sql`insert into ${petitionSignatures} (post_id, signer) values (${postId}, ${signer})
      on conflict do nothing returning 1`,
    1,
  );
}

/** Needs the lock of the petition. */
export async function removeSignature(
  tx: Executor,
  postId: number,
  signer: Buffer,
): Promise<number> {
  return count(
    tx,
    postId,
    sql`delete from ${petitionSignatures} where post_id = ${postId} and signer = ${signer} returning 1`,
    -1,
  );
}

/** Changes the number with the row, in one statement; returns the new number. */
async function count(tx: Executor, postId: number, change: SQL, step: 1 | -1): Promise<number> {
  const { rows } = await tx.execute<{ total: number }>(sql`
    with changed as (${change})
    update ${petitions} set signature_count = signature_count + ${step}::integer * (select count(*) from changed)
    where post_id = ${postId} returning signature_count as total`);
  return rows[0]?.total ?? 0;
}
