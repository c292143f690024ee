import { and, asc, eq, isNotNull } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import {
  attachments,
  dailyVisitors,
  inquiries,
  inquiryFollowUps,
  lectureAnswers,
  lectureMarks,
  lectures,
  timetableHours,
} from '../../db/schema/index.ts';
import type { Self } from './account.export.repo.ts';

export async function readInquiries(db: Executor, { memberId }: Self) {
  const rows = await db
    .select({
      id: inquiries.id,
      category: inquiries.category,
      targetRole: inquiries.targetRole,
      title: inquiries.title,
      content: inquiries.content,
      state: inquiries.state,
      reply: inquiries.reply,
      createdAt: inquiries.createdAt,
      completedAt: inquiries.completedAt,
    })
    .from(inquiries)
    .where(eq(inquiries.memberId, memberId))
    .orderBy(asc(inquiries.id));
  const followUps = await db
    .select({
      inquiryId: inquiryFollowUps.inquiryId,
      content: inquiryFollowUps.content,
      createdAt: inquiryFollowUps.createdAt,
    })
    .from(inquiryFollowUps)
    .innerJoin(inquiries, eq(inquiries.id, inquiryFollowUps.inquiryId))
    .where(eq(inquiries.memberId, memberId))
    .orderBy(asc(inquiryFollowUps.id));
  return rows.map((row) => ({
    ...row,
    followUps: followUps
      .filter(({ inquiryId }) => inquiryId === row.id)
      .map(({ content, createdAt }) => ({ content, createdAt })),
  }));
}

export function readTimetable(db: Executor, { memberId }: Self) {
  return db
    .select({
      lectureId: lectureMarks.lectureId,
      title: lectures.title,
      year: lectures.year,
      semester: lectures.semester,
      markedAt: lectureMarks.createdAt,
    })
    .from(lectureMarks)
    .innerJoin(lectures, eq(lectures.id, lectureMarks.lectureId))
    .where(eq(lectureMarks.memberId, memberId))
    .orderBy(asc(lectureMarks.createdAt), asc(lectureMarks.lectureId));
}

export function readTimetableHours(db: Executor, { memberId }: Self) {
  return db
    .select({
      lectureId: timetableHours.lectureId,
      year: timetableHours.year,
      semester: timetableHours.semester,
      dow: timetableHours.dow,
      hour: timetableHours.hour,
    })
    .from(timetableHours)
    .where(eq(timetableHours.memberId, memberId))
    .orderBy(
      asc(timetableHours.year),
      asc(timetableHours.semester),
      asc(timetableHours.dow),
      asc(timetableHours.hour),
    );
}

/** Lectures that the member added. */
export function readLectures(db: Executor, { memberId }: Self) {
  return db
    .select({
      id: lectures.id,
      title: lectures.title,
      year: lectures.year,
      semester: lectures.semester,
      grade: lectures.grade,
      intro: lectures.intro,
      room: lectures.location,
      createdAt: lectures.createdAt,
    })
    .from(lectures)
    .where(eq(lectures.creatorId, memberId))
    .orderBy(asc(lectures.id));
}

export function readLectureAnswers(db: Executor, { memberId }: Self) {
  return db
    .select({
      postId: lectureAnswers.postId,
      content: lectureAnswers.content,
      createdAt: lectureAnswers.createdAt,
      updatedAt: lectureAnswers.updatedAt,
    })
    .from(lectureAnswers)
    .where(eq(lectureAnswers.authorId, memberId))
    .orderBy(asc(lectureAnswers.createdAt));
}

/** Files that the member attached to posts. */
export function readAttachments(db: Executor, { memberId }: Self) {
  return db
    .select({
      postId: attachments.postId,
      name: attachments.name,
      contentType: attachments.contentType,
      bytes: attachments.bytes,
      createdAt: attachments.createdAt,
    })
    .from(attachments)
    .where(and(eq(attachments.ownerId, memberId), isNotNull(attachments.postId)))
    .orderBy(asc(attachments.createdAt));
}

/** Korean days (yyyy-mm-dd) with a visit. */
export async function readVisits(db: Executor, { memberId }: Self): Promise<string[]> {
  const rows = await db
    .select({ day: dailyVisitors.day })
    .from(dailyVisitors)
    .where(eq(dailyVisitors.memberId, memberId))
    .orderBy(asc(dailyVisitors.day));
  return rows.map(({ day }) => day);
}
