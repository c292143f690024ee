import type { Db, Tx } from '@naru/server/db/client';
import {
  anonymousNumbers,
  attachments,
  blinds,
  commentLikes,
  comments,
  emailQueue,
  inquiries,
  lectureAnswers,
  members,
  notifications,
  postLikes,
  posts,
  uploads,
  verifications,
} from '@naru/server/db/schema';
import type { Seal } from '@naru/server/platform/seal';
import type { RemovalParts } from '@naru/server/wiring/demo';
import { eq, inArray, notInArray, type SQL, sql } from 'drizzle-orm';
import { removeDemoBanners } from './demo-banners.ts';
import { removeDemoBookings } from './demo-bookings.ts';
import { removeDemoCampus, removeDemoDates } from './demo-campus.ts';
import { removeDemoFollows } from './demo-follows.ts';
import { removeDemoHandled } from './demo-handled.ts';
import { removeDemoCourseReviews } from './demo-lecture-posts.ts';
import { removeDemoScheduled } from './demo-notices.ts';
import { removeDemoHeads } from './demo-posts.ts';
import { removeDemoServiceKeys, removeDemoSite } from './demo-site.ts';
import { removeDemoSources } from './demo-sources.ts';
import type { DemoAuthors } from './demo-world.ts';
import {
  lockDemoLectures,
  removeDemoChats,
  removeDemoLectures,
  removeDemoMembers,
} from './remove-demo-people.ts';

/**
 * Puts hidden texts back where nobody else reported them, and into content of the demo, so that
 * emptying it empties everything.
 */
async function removeDemoBlinds(tx: Tx, { ids, wrote }: DemoAuthors): Promise<void> {
  const isMine = wrote({ authorId: sql`c.author_id`, authorSeal: sql`c.author_seal` });
  const isUnreported = (type: string): SQL => sql`not exists (
    select 1 from ${inquiries} where ${inquiries.targetType} = ${type}
      and ${inquiries.targetId} = c.id and ${inquiries.state} = 'PROCESSING'
      and ${notInArray(inquiries.memberId, ids)})`;
  await tx.execute(sql`
    update ${posts} c set title = b.title, content = b.content, content_text = b.content_text,
      image_urls = b.image_urls, blinded_at = null
    from ${blinds} b where b.post_id = c.id and (${isMine} or ${isUnreported('POST')})`);
  await tx.execute(sql`
    update ${comments} c set content = b.content, blinded_at = null
    from ${blinds} b where b.comment_id = c.id and (${isMine} or ${isUnreported('COMMENT')})`);
  await tx.execute(sql`delete from ${blinds} b using ${posts} c
    where b.post_id = c.id and c.blinded_at is null`);
  await tx.execute(sql`delete from ${blinds} b using ${comments} c
    where b.comment_id = c.id and c.blinded_at is null`);
}

const EMPTIED_TITLE = '지워진 체험용 글';
const EMPTIED_TEXT = '체험용으로 쓴 글이라 본문을 지웠습니다. 회원이 남긴 댓글은 그대로 있습니다.';

/** Whether members of the demo, whose password is public, are in the database. */
export async function hasDemoMembers(db: Db | Tx): Promise<boolean> {
  const rows = await db
    .select({ id: members.id })
    .from(members)
    .where(eq(members.isDemo, true))
    .limit(1);
  return rows.length > 0;
}

/**
 * Removes the members of the demo with all they made, in one transaction; returns how many members.
 * What other members made stays: a post of the demo below which they commented is emptied, and a chat
 * keeps their messages. Repeatable: a second run deletes only files that the first one left.
 */
export async function removeDemo(parts: RemovalParts): Promise<number> {
  const count = await parts.db.transaction(async (tx) => {
    // Before the tables: whoever is adding a lecture still needs them.
    await lockDemoLectures(tx);
    // Nobody adds to a thread or chat that is being removed; reading goes on.
    await tx.execute(
      sql`lock table board_heads, members, posts, comments, chat_rooms in exclusive mode`,
    );
    const list = await tx
      .select({ id: members.id, email: members.email, nickname: members.nickname })
      .from(members)
      .where(eq(members.isDemo, true));
    if (list.length > 0) await remove(tx, parts, authorsOf(list, parts.seal));
    return list.length;
  });
  await parts.sweepFiles();
  return count;
}

function authorsOf(list: DemoAuthors['list'], seal: Seal): DemoAuthors {
  const ids = list.map(({ id }) => id);
  const seals = ids.map((id) => seal.seal(id));
  return {
    list,
    ids,
    seals,
    wrote: ({ authorId, authorSeal }) =>
      sql`(${inArray(authorId, ids)} or ${inArray(authorSeal, seals)})`,
  };
}

async function remove(tx: Tx, parts: RemovalParts, authors: DemoAuthors): Promise<void> {
  const now = parts.clock.now();
  await removeDemoBlinds(tx, authors);
  await removeDemoFollows(tx, authors);
  for (const id of authors.ids) await parts.removeMarks(tx, id);
  await removeLikes(tx, authors);
  await removeComments(tx, authors, now);
  await removePosts(tx, authors);
  await removeDemoHandled(tx, authors);
  await removeDemoScheduled(tx, authors.ids);
  await removeDemoServiceKeys(tx, authors.ids);
  await removeDemoCourseReviews(tx, authors);
  await removeDemoLectures(tx, authors);
  await removeDemoChats(tx, authors);
  await removeDemoSources(tx);
  await removeDemoCampus(tx);
  await removeDemoDates(tx);
  await removeDemoBanners(tx);
  await removeDemoBookings(tx, authors);
  await removeDemoSite(tx);
  await removeDemoHeads(tx);
  await removeNotifications(tx, authors);
  await removeDemoMembers(tx, authors, parts.eraseMember);
  await countAgain(tx);
}

/** Their likes count on what stays. */
async function removeLikes(tx: Tx, { ids }: DemoAuthors): Promise<void> {
  await tx.execute(sql`
    with gone as (
      delete from ${postLikes} where ${inArray(postLikes.memberId, ids)} returning post_id
    )
    update ${posts} set like_count = like_count - number
    from (select post_id, count(*) as number from gone group by post_id) as counted
    where id = post_id`);
  await tx.execute(sql`
    with gone as (
      delete from ${commentLikes} where ${inArray(commentLikes.memberId, ids)} returning comment_id
    )
    update ${comments} set like_count = like_count - number
    from (select comment_id, count(*) as number from gone group by comment_id) as counted
    where id = comment_id`);
}

/** A comment with replies of others stays as a deleted one. */
async function removeComments(tx: Tx, authors: DemoAuthors, now: Date): Promise<void> {
  const mine = authors.wrote({ authorId: sql`c.author_id`, authorSeal: sql`c.author_seal` });
  const theirs = authors.wrote({ authorId: sql`r.author_id`, authorSeal: sql`r.author_seal` });
  const hasReplies = sql`exists (
    select 1 from ${comments} r where r.parent_id = c.id and ${theirs} is not true)`;
  await tx.execute(sql`
    update ${comments} c set content = '', author_id = null, author_seal = null, like_count = 0,
      deleted_at = coalesce(deleted_at, ${now.toISOString()}), deleted_by = null
    where ${mine} and ${hasReplies}`);
  await tx.execute(sql`delete from ${comments} c where ${mine}`);
  const seals = authors.wrote({ authorId: sql`null`, authorSeal: sql`author_seal` });
  await tx.execute(sql`delete from ${anonymousNumbers} where ${seals}`);
}

/** A post below which others commented stays without its content. */
async function removePosts(tx: Tx, authors: DemoAuthors): Promise<void> {
  await tx.delete(lectureAnswers).where(inArray(lectureAnswers.authorId, authors.ids));
  const mine = authors.wrote({ authorId: sql`p.author_id`, authorSeal: sql`p.author_seal` });
  for (const files of [uploads, attachments]) {
    await tx.execute(sql`
      update ${files} set status = 'removing', post_id = null, owner_id = null
      where post_id in (select id from ${posts} p where ${mine})`);
  }
  const hasComments = sql`exists (select 1 from ${comments} c where c.post_id = p.id
    and c.deleted_at is null and num_nonnulls(c.author_id, c.author_seal) = 1)`;
  const isAnswered = sql`exists (select 1 from ${lectureAnswers} a where a.post_id = p.id)`;
  await tx.execute(sql`
    update ${posts} p set title = ${EMPTIED_TITLE}, content = ${`<p>${EMPTIED_TEXT}</p>`},
      content_text = ${EMPTIED_TEXT}, image_urls = '{}', target_url = null, lecture_tag_id = null, head_id = null, author_id = null,
      author_seal = null, pinned = false, self_like_count = 0
    where ${mine} and (${hasComments} or ${isAnswered})`);
  await tx.execute(sql`delete from ${posts} p where ${mine}`);
}

/** Deletes notifications of others that name a removed member. */
async function removeNotifications(tx: Tx, { list }: DemoAuthors): Promise<void> {
  for (const { nickname, email } of list) {
    await tx
      .delete(notifications)
      .where(sql`${notifications.content} ~ ${`(^|[[:space:]])${nickname}님`}`);
    await tx.delete(emailQueue).where(eq(emailQueue.recipient, email));
    await tx.delete(verifications).where(eq(verifications.email, email));
  }
}

async function countAgain(tx: Tx): Promise<void> {
  await tx.execute(sql`
    update ${posts} p set comment_count = number from (
      select p.id, count(c.id) as number from ${posts} p
      left join ${comments} c on c.post_id = p.id and c.deleted_at is null group by p.id
    ) as counted where counted.id = p.id and comment_count <> number`);
  await tx.execute(sql`
    update ${comments} p set reply_count = number from (
      select p.id, count(r.id) as number from ${comments} p
      left join ${comments} r on r.parent_id = p.id and r.deleted_at is null
      where p.parent_id is null group by p.id
    ) as counted where counted.id = p.id and reply_count <> number`);
  await tx.execute(sql`
    update board_counters b set post_count = (select count(*) from ${posts} p
      where p.board_type = b.board_type and p.deleted_at is null and p.lecture_id is null)`);
  await tx.execute(sql`
    update lectures l set marked_count =
      (select count(*) from lecture_marks m where m.lecture_id = l.id)`);
}
