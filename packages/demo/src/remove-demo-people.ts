import type { Tx } from '@naru/server/db/client';
import {
  aliasBlocks,
  attachments,
  chatMessages,
  chatPictures,
  chatRoomMembers,
  chatRooms,
  comments,
  dailyVisitors,
  friendships,
  inquiries,
  inquiryFollowUps,
  lectureMarks,
  lectures,
  memberBlocks,
  members,
  posts,
  revealRequests,
  uploads,
} from '@naru/server/db/schema';
import type { RemovalParts } from '@naru/server/wiring/demo';
import { and, inArray, isNull, or, sql } from 'drizzle-orm';
import type { DemoAuthors } from './demo-world.ts';

/** Waits for members who are adding a lecture of the demo; until the transaction ends nobody else can. */
export async function lockDemoLectures(tx: Tx): Promise<void> {
  await tx.execute(sql`
    select id from ${lectures} where creator_id in (select id from ${members} where is_demo)
    order by id for no key update`);
}

/**
 * A lecture that others have in their timetable, in whose room they wrote or that their reviews are
 * about stays, without its creator and professor. Needs `lockDemoLectures`.
 */
export async function removeDemoLectures(tx: Tx, { ids }: DemoAuthors): Promise<void> {
  const hasPosts = sql`exists (select 1 from ${posts} p
    where p.lecture_id = ${lectures.id} or p.lecture_tag_id = ${lectures.id})`;
  const isMarked = sql`exists (select 1 from ${lectureMarks} m
    where m.lecture_id = ${lectures.id} and not ${inArray(sql`m.member_id`, ids)})`;
  const isMine = inArray(lectures.creatorId, ids);
  await tx.delete(lectures).where(and(isMine, sql`not ${hasPosts}`, sql`not ${isMarked}`));
  await tx.update(lectures).set({ professorName: null }).where(isMine);
  await tx.update(lectures).set({ creatorId: null }).where(isMine);
  await tx.update(lectures).set({ professorId: null }).where(inArray(lectures.professorId, ids));
}

/** A chat stays while it has messages of another member, who then reads only these. */
export async function removeDemoChats(tx: Tx, { ids }: DemoAuthors): Promise<void> {
  await tx
    .update(chatPictures)
    .set({ status: 'removing', ownerId: null, messageId: null })
    .where(inArray(chatPictures.ownerId, ids));
  await tx.delete(chatMessages).where(inArray(chatMessages.senderId, ids));
  const sides = inArray(chatRoomMembers.memberId, ids);
  const isMine = inArray(
    chatRooms.id,
    tx.select({ id: chatRoomMembers.roomId }).from(chatRoomMembers).where(sides),
  );
  const hasMessages = sql`exists (select 1 from ${chatMessages} m where m.room_id = ${chatRooms.id})`;
  await tx.delete(chatRooms).where(and(isMine, sql`not ${hasMessages}`));
  const rooms = tx.select({ id: chatRooms.id }).from(chatRooms).where(isMine);
  await tx
    .update(chatRoomMembers)
    .set({ unreadCount: 0 })
    .where(inArray(chatRoomMembers.roomId, rooms));
  await tx.update(chatRoomMembers).set({ isOut: true, outAt: sql`now()` }).where(sides);
  const ofMany = tx.select({ id: chatRooms.id }).from(chatRooms).where(isNull(chatRooms.lowId));
  await tx.delete(chatRoomMembers).where(and(sides, inArray(chatRoomMembers.roomId, ofMany)));
}

/** Deletes the members; one whom the records of another still name keeps an erased row. */
export async function removeDemoMembers(
  tx: Tx,
  { list, ids, seals }: DemoAuthors,
  erase: RemovalParts['eraseMember'],
): Promise<void> {
  await deleteDecisions(tx, ids);
  await tx.delete(dailyVisitors).where(inArray(dailyVisitors.memberId, ids));
  for (const files of [uploads, attachments]) {
    await tx
      .update(files)
      .set({ status: 'removing', ownerId: null, postId: null })
      .where(inArray(files.ownerId, ids));
  }
  const named = await findNamed(tx, ids);
  const unnamed = ids.filter((id) => !named.has(id));
  for (const member of list) {
    if (named.has(member.id)) await erase(tx, member);
  }
  await tx
    .delete(friendships)
    .where(or(inArray(friendships.lowId, ids), inArray(friendships.highId, ids)));
  await tx.delete(aliasBlocks).where(inArray(aliasBlocks.memberSeal, seals));
  await tx
    .delete(memberBlocks)
    .where(or(inArray(memberBlocks.blockerId, ids), inArray(memberBlocks.blockedId, ids)));
  await tx.update(members).set({ isDemo: false }).where(inArray(members.id, ids));
  if (unnamed.length > 0) await tx.delete(members).where(inArray(members.id, unnamed));
}

/** Removes them from the records of others. */
async function deleteDecisions(tx: Tx, ids: number[]): Promise<void> {
  await tx.update(posts).set({ deletedBy: null }).where(inArray(posts.deletedBy, ids));
  await tx.update(comments).set({ deletedBy: null }).where(inArray(comments.deletedBy, ids));
  await tx.update(inquiries).set({ responderId: null }).where(inArray(inquiries.responderId, ids));
  await tx.delete(inquiries).where(inArray(inquiries.memberId, ids));
  await tx.delete(revealRequests).where(inArray(revealRequests.requesterId, ids));
}

/** Ids of members whom a chat, an addition to an answer or a decision of another member names. */
async function findNamed(tx: Tx, ids: number[]): Promise<Set<number>> {
  const [follow, reveal] = [inquiryFollowUps.authorId, revealRequests.approverId];
  const { rows } = await tx.execute<{ id: number }>(sql`
    select low_id as id from ${chatRooms} union select high_id from ${chatRooms}
    union select ${follow} from ${inquiryFollowUps}
    union select ${reveal} from ${revealRequests} where ${reveal} is not null`);
  const known = new Set(ids);
  return new Set(rows.map(({ id }) => Number(id)).filter((id) => known.has(id)));
}
