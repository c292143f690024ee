import { and, asc, eq, isNotNull, isNull, or, sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { columns } from '../../db/columns.ts';
import {
  attachments,
  bookingResources,
  bookings,
  bookingUnits,
  courseReviews,
  dailyVisitors,
  friendships,
  inquiries,
  inquiryFollowUps,
  lectureAnswers,
  lectureMarks,
  lectures,
  planEntries,
  planEntrySlots,
  planLectures,
  privateEntries,
  timetableOpenings,
  timetablePlans,
  timetableShowings,
  timetableTimes,
} from '../../db/schema/index.ts';
import type { Self } from './account.export.repo.ts';

/** Inquiries, lectures, files of posts and inquiries, and the Korean days (yyyy-mm-dd) with a visit. */
export async function readCampus(db: Executor, self: Self) {
  const { memberId, seal } = self;
  const visits = await db
    .select(columns(dailyVisitors, 'day'))
    .from(dailyVisitors)
    .where(eq(dailyVisitors.memberId, memberId))
    .orderBy(asc(dailyVisitors.day));
  return {
    inquiries: await readInquiries(db, self),
    timetable: await db
      .select({
        lectureId: lectureMarks.lectureId,
        ...columns(lectures, 'title', 'year', 'semester'),
        markedAt: lectureMarks.createdAt,
      })
      .from(lectureMarks)
      .innerJoin(lectures, eq(lectures.id, lectureMarks.lectureId))
      .where(eq(lectureMarks.memberId, memberId))
      .orderBy(asc(lectureMarks.createdAt), asc(lectureMarks.lectureId)),
    bookings: await db
      .select({
        resource: bookingResources.name,
        unit: bookingUnits.name,
        ...columns(bookings, 'state', 'startsAt', 'endsAt', 'createdAt', 'checkedInAt', 'reason'),
        ...columns(bookings, 'checkInBy', 'offeredUntil', 'remindedAt', 'drawPlace'),
        ...columns(bookings, 'formerState', 'endedAt'),
      })
      .from(bookings)
      .innerJoin(bookingResources, eq(bookingResources.id, bookings.resourceId))
      .leftJoin(bookingUnits, eq(bookingUnits.id, bookings.unitId))
      .where(eq(bookings.memberId, memberId))
      .orderBy(asc(bookings.startsAt), asc(bookings.id)),
    courseReviews: await db
      .select({
        ...columns(courseReviews, 'lectureId', 'stars', 'workload', 'grading', 'exams', 'content'),
        ...columns(lectures, 'title', 'year', 'semester'),
      })
      .from(courseReviews)
      .innerJoin(lectures, eq(lectures.id, courseReviews.lectureId))
      .where(and(eq(courseReviews.authorSeal, seal), isNull(courseReviews.deletedAt)))
      .orderBy(asc(lectures.year), asc(lectures.semester), asc(lectures.id)),
    privateEntries: await db
      .select({
        ...columns(privateEntries, 'id', 'year', 'semester', 'title', 'place'),
        ...columns(privateEntries, 'themeColor', 'createdAt', 'updatedAt'),
      })
      .from(privateEntries)
      .where(eq(privateEntries.memberId, memberId))
      .orderBy(asc(privateEntries.id)),
    timetablePlans: await readPlans(db, memberId),
    /** Since when all friends see when the member is busy; empty: chosen ones only. */
    timetableOpenedAt: await db
      .select(columns(timetableOpenings, 'createdAt'))
      .from(timetableOpenings)
      .where(eq(timetableOpenings.memberId, memberId)),
    /** The friends who see when the member is busy. */
    timetableShownTo: await db
      .select({
        memberId: sql<number>`case when ${friendships.lowId} = ${memberId} then ${friendships.highId} else ${friendships.lowId} end`,
        createdAt: timetableShowings.createdAt,
      })
      .from(timetableShowings)
      .innerJoin(friendships, eq(friendships.id, timetableShowings.friendshipId))
      .where(eq(timetableShowings.memberId, memberId))
      .orderBy(asc(timetableShowings.friendshipId)),
    timetableTimes: await db
      .select({
        ...columns(timetableTimes, 'lectureId', 'entryId', 'year', 'semester', 'dow'),
        ...columns(timetableTimes, 'startMinute', 'endMinute'),
      })
      .from(timetableTimes)
      .where(eq(timetableTimes.memberId, memberId))
      .orderBy(
        asc(timetableTimes.year),
        asc(timetableTimes.semester),
        asc(timetableTimes.dow),
        asc(timetableTimes.startMinute),
      ),
    /** Those that the member added. */
    lectures: await db
      .select({
        ...columns(lectures, 'id', 'title', 'year', 'semester', 'grade', 'intro', 'createdAt'),
        room: lectures.location,
      })
      .from(lectures)
      .where(eq(lectures.creatorId, memberId))
      .orderBy(asc(lectures.id)),
    lectureAnswers: await db
      .select(columns(lectureAnswers, 'postId', 'content', 'createdAt', 'updatedAt'))
      .from(lectureAnswers)
      .where(eq(lectureAnswers.authorId, memberId))
      .orderBy(asc(lectureAnswers.createdAt)),
    attachments: await db
      .select(
        columns(attachments, 'postId', 'inquiryId', 'name', 'contentType', 'bytes', 'createdAt'),
      )
      .from(attachments)
      .where(
        and(
          eq(attachments.ownerId, memberId),
          or(isNotNull(attachments.postId), isNotNull(attachments.inquiryId)),
        ),
      )
      .orderBy(asc(attachments.createdAt)),
    visits: visits.map(({ day }) => day),
  };
}

/** Also one that can still be restored. */
async function readPlans(db: Executor, memberId: number) {
  const plans = await db
    .select({
      ...columns(timetablePlans, 'id', 'year', 'semester', 'name'),
      ...columns(timetablePlans, 'createdAt', 'updatedAt', 'deletedAt'),
    })
    .from(timetablePlans)
    .where(eq(timetablePlans.memberId, memberId))
    .orderBy(asc(timetablePlans.id));
  const planned = await db
    .select({
      ...columns(planLectures, 'planId', 'lectureId'),
      title: lectures.title,
      addedAt: planLectures.createdAt,
    })
    .from(planLectures)
    .innerJoin(timetablePlans, eq(timetablePlans.id, planLectures.planId))
    .innerJoin(lectures, eq(lectures.id, planLectures.lectureId))
    .where(eq(timetablePlans.memberId, memberId))
    .orderBy(asc(planLectures.createdAt), asc(planLectures.lectureId));
  const entries = await db
    .select({
      ...columns(planEntries, 'planId', 'title', 'place', 'themeColor', 'createdAt', 'updatedAt'),
      times: sql<object[]>`(select json_agg(json_build_object('dow', s.dow,
        'startMinute', s.start_minute, 'endMinute', s.end_minute) order by s.position)
        from ${planEntrySlots} s where s.entry_id = ${planEntries.id})`,
    })
    .from(planEntries)
    .innerJoin(timetablePlans, eq(timetablePlans.id, planEntries.planId))
    .where(eq(timetablePlans.memberId, memberId))
    .orderBy(asc(planEntries.id));
  const partsOf = <Part extends { planId: number }>(parts: readonly Part[], id: number) =>
    parts.filter(({ planId }) => planId === id).map(({ planId: _, ...part }) => part);
  return plans.map((plan) => ({
    ...plan,
    lectures: partsOf(planned, plan.id),
    privateEntries: partsOf(entries, plan.id),
  }));
}

/** Objections without a name too. */
async function readInquiries(db: Executor, { memberId, seal }: Self) {
  const isOwn = or(eq(inquiries.memberId, memberId), eq(inquiries.authorSeal, seal));
  const rows = await db
    .select({
      ...columns(inquiries, 'id', 'category', 'targetRole', 'title', 'content', 'state', 'reply'),
      ...columns(inquiries, 'createdAt', 'completedAt'),
    })
    .from(inquiries)
    .where(isOwn)
    .orderBy(asc(inquiries.id));
  const followUps = await db
    .select(columns(inquiryFollowUps, 'inquiryId', 'content', 'createdAt'))
    .from(inquiryFollowUps)
    .innerJoin(inquiries, eq(inquiries.id, inquiryFollowUps.inquiryId))
    .where(isOwn)
    .orderBy(asc(inquiryFollowUps.id));
  return rows.map((row) => ({
    ...row,
    followUps: followUps
      .filter(({ inquiryId }) => inquiryId === row.id)
      .map(({ content, createdAt }) => ({ content, createdAt })),
  }));
}
