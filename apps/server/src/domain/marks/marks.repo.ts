import { sql } from 'drizzle-orm';
import { byteArray, idArray } from '../../db/arrays.ts';
import type { Executor } from '../../db/client.ts';
import {
  comments,
  postFollows,
  posts,
  sealedCommentLikes,
  sealedMarks,
  sealedPostLikes,
} from '../../db/schema/index.ts';
import type { MarkOwner } from '../authorship/author.ts';
import { itemOfMark, likeVoter, MARK_LISTS, markList } from './marks.sql.ts';

type Owner = MarkOwner<number, Buffer>;
interface SealInItem {
  sealIn(item: number, memberId: number): Buffer;
}

/** Deletes a member's follows of anonymous posts. */
async function deleteSealedFollows(db: Executor, owner: Owner, seal: SealInItem): Promise<void> {
  const { rows } = await db.execute<{ item: string }>(sql`
    select ${itemOfMark(owner)} as item from ${sealedMarks} where owner = ${markList('follow', owner)}`);
  const ids = rows.map(({ item }) => Number(item));
  const seals = ids.map((id) => seal.sealIn(id, owner.memberId));
  await db.execute(sql`
    delete from ${postFollows} using unnest(${idArray(ids)}, ${byteArray(seals)}) as own(id, seal)
    where ${postFollows.postId} = own.id and ${postFollows.memberSeal} = own.seal`);
}

/** Ends scraps and follows of anonymous posts, and the lists of what a member likes; likes still count. */
export async function deleteMarks(db: Executor, owner: Owner, seal: SealInItem): Promise<void> {
  await deleteSealedFollows(db, owner, seal);
  const lists = MARK_LISTS.map((list) => markList(list, owner));
  await db.execute(sql`delete from ${sealedMarks} where owner in (${sql.join(lists, sql`, `)})`);
}

/** Deletes a member's likes of anonymous posts and comments, and lowers their counts. */
export async function deleteSealedLikes(db: Executor, owner: Owner): Promise<void> {
  const mine = (list: 'like' | 'comment like') => sql`mine as materialized (
    select ${itemOfMark(owner)} as item from ${sealedMarks} where owner = ${markList(list, owner)})`;
  await db.execute(sql`with ${mine('like')}, gone as (
      delete from ${sealedPostLikes} using mine
      where post_id = item and voter = ${likeVoter('like', sql`item`, owner)} returning post_id
    ) update ${posts} set like_count = like_count - 1 from gone where ${posts.id} = gone.post_id`);
  await db.execute(sql`with ${mine('comment like')}, gone as (
      delete from ${sealedCommentLikes} using mine
      where comment_id = item and voter = ${likeVoter('comment like', sql`item`, owner)}
      returning comment_id
    ) update ${comments} set like_count = like_count - 1 from gone
    where ${comments.id} = gone.comment_id`);
}
