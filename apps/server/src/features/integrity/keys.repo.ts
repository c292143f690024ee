import { type SQL, sql } from 'drizzle-orm';
import { idArray } from '../../db/arrays.ts';
import type { Executor } from '../../db/client.ts';
import {
  aliasBlocks,
  anonymousNumbers,
  comments,
  courseReviews,
  drafts,
  inquiries,
  members,
  notifications,
  petitionSignatures,
  postFollows,
  posts,
  pushDevices,
  revealRequests,
  wrappedKeys,
} from '../../db/schema/index.ts';

/** Opening one takes a tenth of a millisecond. */
const PAGE = 100;
/** Sealed texts that are looked at, the newest of each kind: a lost key closes all of them. */
const TEXTS = 500;

/** Columns with sealed members, by their table, and the `item` beside which they are sealed, if any. */
const SEALED: Record<string, SQL> = {
  posts: sql`select author_seal as seal from ${posts}`,
  comments: sql`select author_seal as seal from ${comments}`,
  anonymous_numbers: sql`select author_seal as seal from ${anonymousNumbers}`,
  course_reviews: sql`select author_seal as seal from ${courseReviews}`,
  alias_blocks: sql`select member_seal as seal from ${aliasBlocks}`,
  post_follows: sql`select member_seal as seal, post_id as item from ${postFollows}`,
  inquiries: sql`select author_seal as seal from ${inquiries}`,
  petition_signatures: sql`select signer as seal, post_id as item from ${petitionSignatures}`,
  reveal_requests: sql`select author_seal as seal from ${revealRequests}`,
};
export const SEALED_TABLES = Object.keys(SEALED);

const BESIDE_ITEMS: ReadonlySet<string> = new Set(['post_follows', 'petition_signatures']);

/** A sealed member, and beside which item. */
export interface SealedMember {
  seal: Buffer;
  item: number | null;
}

/** Different seals of a table after another one; one member has one seal, or one for each item. */
export async function listSeals(
  db: Executor,
  table: string,
  after: Buffer,
): Promise<SealedMember[]> {
  const item = BESIDE_ITEMS.has(table) ? sql`item` : sql`null::bigint`;
  const { rows } = await db.execute<{ seal: Buffer; item: string | null }>(sql`
    select distinct seal, ${item} as item from (${SEALED[table]}) as one
    where seal > ${after} order by seal limit ${PAGE}`);
  return rows.map((row) => ({ seal: row.seal, item: row.item === null ? null : Number(row.item) }));
}

/** How many of these ids are members, also withdrawn ones. */
export async function countMembers(db: Executor, ids: readonly number[]): Promise<number> {
  return db.$count(members, sql`${members.id} = any(${idArray(ids)})`);
}

export function listKeys(db: Executor) {
  return db.select({ name: wrappedKeys.name, wrapped: wrappedKeys.wrapped }).from(wrappedKeys);
}

export async function hasDevices(db: Executor): Promise<boolean> {
  return (await db.select({ id: pushDevices.id }).from(pushDevices).limit(1)).length > 0;
}

export async function listSealedTexts(db: Executor) {
  const { rows } = await db.execute<{ seal: Buffer }>(sql`
    select target_seal as seal from ${notifications} where target_seal is not null
    order by id desc limit ${TEXTS}`);
  return rows.map(({ seal }) => seal);
}

export async function listDrafts(db: Executor) {
  const { rows } = await db.execute<{ memberId: number; head: Buffer }>(sql`
    select member_id as "memberId", head from ${drafts} order by saved_at desc limit ${TEXTS}`);
  return rows;
}
