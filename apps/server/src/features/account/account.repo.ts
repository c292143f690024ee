import { and, asc, eq, gte, inArray, isNotNull, isNull, ne, or, sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { columns } from '../../db/columns.ts';
import {
  accountUses,
  alertWords,
  aliasBlocks,
  boardFavorites,
  boardFollows,
  boardVisits,
  bookings,
  chatReactions,
  chatRoomMembers,
  chatRooms,
  comments,
  courseReviews,
  digests,
  drafts,
  eventStreams,
  events,
  feeds,
  inquiries,
  lectureMarks,
  lectures,
  linkedIdentities,
  memberConsents,
  memberListEntries,
  memberRoles,
  members,
  mustReadConfirmations,
  notificationMutes,
  notifications,
  passkeys,
  pollBallots,
  postFollows,
  postScraps,
  postViews,
  privateEntries,
  pushChoices,
  pushDevices,
  pushDue,
  pushThreads,
  recoveryCodes,
  reportedContents,
  resetFlows,
  rosterEntries,
  secondFactors,
  sessions,
  studentClaims,
  timetableHours,
  timetableOpenings,
  timetablePlans,
  verifications,
  workEmails,
} from '../../db/schema/index.ts';
import { deleteEmailsOf } from '../../domain/emails/lines-of-people.repo.ts';
import { studyYear } from '../../domain/notices/audience.sql.ts';

/** Ignores a withdrawn member. */
export async function updateProfile(
  db: Executor,
  memberId: number,
  values:
    | { intro: string }
    | { emailPublic: boolean }
    | { studyYear: number | null; studyYearOf: number | null },
): Promise<void> {
  await db
    .update(members)
    .set(values)
    .where(and(eq(members.id, memberId), isNull(members.withdrawnAt)));
}

/** Null without a year that holds at `now`. */
export async function findStudyYear(db: Executor, memberId: number, now: Date) {
  const [row] = await db
    .select({ ...columns(members, 'username', 'studyYearOf'), studyYear: studyYear(now) })
    .from(members)
    .where(eq(members.id, memberId));
  return row ?? null;
}

export async function findNames(db: Executor, memberId: number) {
  const [row] = await db
    .select({ email: members.email, nickname: members.nickname })
    .from(members)
    .where(eq(members.id, memberId));
  return row ?? null;
}

/** Reports store the profile no longer, and reported texts without a name. */
async function releaseReported(db: Executor, memberId: number): Promise<void> {
  const isOwn = eq(reportedContents.memberId, memberId);
  await db.update(reportedContents).set({ memberId: null, writerName: null }).where(isOwn);
  await db.execute(sql`delete from ${reportedContents} using ${inquiries}
    where ${inquiries.id} = ${reportedContents.inquiryId}
      and ${inquiries.targetType} = 'MEMBER' and ${inquiries.targetId} = ${memberId}`);
}

/**
 * Erases the personal fields and the drafts; the row stays as the author of its content. `placeholder` replaces
 * the unique ones.
 */
export async function erasePersonalFields(
  db: Executor,
  memberId: number,
  placeholder: string,
  withdrawnAt: Date,
): Promise<void> {
  await db
    .update(members)
    .set({
      username: placeholder,
      email: placeholder,
      nickname: placeholder,
      name: '',
      intro: '',
      passwordHash: '',
      profileImageUrl: null,
      emailPublic: false,
      isNew: false,
      studyYear: null,
      studyYearOf: null,
      standing: null,
      major: null,
      suspendedUntil: null,
      suspendedReason: null,
      withdrawnAt,
    })
    .where(eq(members.id, memberId));
  await releaseReported(db, memberId);
  // Saving a draft locks the member: none can come after this.
  await db.delete(drafts).where(eq(drafts.memberId, memberId));
}

const OWN_TABLES = [
  accountUses,
  alertWords,
  linkedIdentities,
  passkeys,
  recoveryCodes,
  secondFactors,
  sessions,
  resetFlows,
  memberRoles,
  memberConsents,
  studentClaims,
  rosterEntries,
  notifications,
  notificationMutes,
  events,
  eventStreams,
  boardFavorites,
  boardFollows,
  boardVisits,
  feeds,
  postFollows,
  postScraps,
  postViews,
  memberListEntries,
  mustReadConfirmations,
  workEmails,
  digests,
  pushChoices,
  pushDevices,
  pushDue,
  pushThreads,
] as const;

/** Deletes private data and credentials. */
export async function deletePrivateData(
  db: Executor,
  memberId: number,
  email: string,
): Promise<void> {
  await deleteEmailsOf(db, memberId, email);
  for (const table of OWN_TABLES) await db.delete(table).where(eq(table.memberId, memberId));
  await db
    .delete(verifications)
    .where(or(eq(verifications.memberId, memberId), eq(verifications.email, email)));
  // The vote still counts.
  await db.update(pollBallots).set({ memberId: null }).where(eq(pollBallots.memberId, memberId));
  // Reports concern other members and stay open.
  await db
    .delete(inquiries)
    .where(and(eq(inquiries.memberId, memberId), ne(inquiries.category, 'REPORT')));
}

/** What they had stays in the figures. */
export async function releaseBookings(db: Executor, memberId: number): Promise<void> {
  await db
    .update(bookings)
    .set({ memberId: null, reason: null })
    .where(eq(bookings.memberId, memberId));
}

/** What the member blocks below anonymous posts is stored by the seal, as follows were before. */
export async function deleteSealedChoices(db: Executor, seal: Buffer): Promise<void> {
  for (const table of [postFollows, aliasBlocks]) {
    await db.delete(table).where(eq(table.memberSeal, seal));
  }
}

/** Nobody can open them any more; they stay in the sums, where their absence would reveal who wrote them. */
export async function releaseCourseReviews(db: Executor, seal: Buffer): Promise<void> {
  await db
    .update(courseReviews)
    .set({ authorSeal: null })
    .where(eq(courseReviews.authorSeal, seal));
}

/** Empties the timetable with its private entries and plans, hides it and decrements the counters of its lectures, locked in order of ids. */
export async function deleteTimetable(db: Executor, memberId: number): Promise<void> {
  const marked = db
    .select({ id: lectureMarks.lectureId })
    .from(lectureMarks)
    .where(eq(lectureMarks.memberId, memberId));
  const locked = await db
    .select({ id: lectures.id })
    .from(lectures)
    .where(inArray(lectures.id, marked))
    .orderBy(asc(lectures.id))
    .for('no key update');
  await db.delete(timetableHours).where(eq(timetableHours.memberId, memberId));
  await db.delete(privateEntries).where(eq(privateEntries.memberId, memberId));
  await db.delete(timetablePlans).where(eq(timetablePlans.memberId, memberId));
  await db.delete(timetableOpenings).where(eq(timetableOpenings.memberId, memberId));
  const lockedIds = locked.map(({ id }) => id);
  const gone = await db
    .delete(lectureMarks)
    .where(and(eq(lectureMarks.memberId, memberId), inArray(lectureMarks.lectureId, lockedIds)))
    .returning({ id: lectureMarks.lectureId });
  const goneIds = gone.map(({ id }) => id);
  await db
    .update(lectures)
    .set({ markedCount: sql`greatest(${lectures.markedCount} - 1, 0)` })
    .where(inArray(lectures.id, goneIds));
}

/** Leaves every chat room and takes the reactions from messages; partners keep the messages. */
export async function leaveChatRooms(db: Executor, memberId: number, outAt: Date): Promise<void> {
  await db
    .select({ id: chatRooms.id })
    .from(chatRooms)
    .where(
      sql`${chatRooms.id} in (select ${chatRoomMembers.roomId} from ${chatRoomMembers} where ${chatRoomMembers.memberId} = ${memberId})`,
    )
    .orderBy(asc(chatRooms.id))
    .for('no key update');
  await db.delete(chatReactions).where(eq(chatReactions.memberId, memberId));
  await db
    .update(chatRoomMembers)
    .set({ isOut: true, outAt, unreadCount: 0 })
    .where(eq(chatRoomMembers.memberId, memberId));
}

/**
 * Takes the pictures from the member's open comments; those of others no longer say whom the nickname in their
 * text meant. Before anything that a like or an edit of a comment locks after it, such as event streams.
 */
export async function releaseComments(db: Executor, memberId: number): Promise<void> {
  await db
    .update(comments)
    .set({ picture: null })
    .where(and(eq(comments.authorId, memberId), isNotNull(comments.picture)));
  const isOf = JSON.stringify([{ id: memberId }]);
  await db
    .update(comments)
    .set({
      mentions: sql`(select jsonb_agg(one order by place)
        from jsonb_array_elements(${comments.mentions}) with ordinality as mention(one, place)
        where (one ->> 'id')::bigint <> ${memberId})`,
    })
    .where(sql`${comments.mentions} @> ${isOf}::jsonb`);
}

/** Members who left since then. */
export async function listWithdrawn(db: Executor, since: Date) {
  const rows = await db
    .select({ id: members.id, withdrawnAt: members.withdrawnAt })
    .from(members)
    .where(gte(members.withdrawnAt, since));
  return rows.map(({ id, withdrawnAt }) => ({ id, withdrawnAt: withdrawnAt ?? since }));
}

/** Ids of all members who have not left. */
export async function listLiving(db: Executor): Promise<number[]> {
  const rows = await db
    .select({ id: members.id })
    .from(members)
    .where(isNull(members.withdrawnAt))
    .orderBy(asc(members.id));
  return rows.map(({ id }) => id);
}
