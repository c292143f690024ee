import type { LectureBoardType } from '@naru/contract/boards';
import { type LectureInput, lectureBody } from '@naru/contract/lectures';
import { and, asc, eq } from 'drizzle-orm';
import * as z from 'zod/mini';
import {
  auditEntries,
  lectureMarks,
  lectures,
  posts,
  timetableHours,
  timetableTimes,
} from '../../db/schema/index.ts';
import type { SignedIn, TestApp } from '../test-app.ts';

let counter = 0;

/** The body of the lecture form; the title is unique. */
export function lectureForm(values: Partial<z.input<typeof lectureBody>> = {}) {
  counter += 1;
  return {
    title: `시험 강의 ${counter}`,
    grade: 2,
    semester: 2 as const,
    themeColor: '#cfe2ff',
    lectureTimes: [{ day: 'MONDAY', start: 9, end: 11 }],
    ...values,
  };
}

/** Creates a lecture as `creator`, without counting for the daily limit; returns its id. */
export async function createLecture(
  t: TestApp,
  creator: SignedIn,
  values: Partial<z.input<typeof lectureBody>> = {},
): Promise<number> {
  const input: LectureInput = z.parse(lectureBody, lectureForm({ year: 2026, ...values }));
  const actor = { memberId: creator.id, sessionId: '', roles: creator.roles };
  const { id } = await t.services.lectures.create(actor, input);
  await t.services.throttle.clear(t.db, `lecture:${creator.id}`);
  return id;
}

/** `code` enters a members-only room. */
export async function markLecture(
  t: TestApp,
  member: SignedIn,
  lectureId: number,
  code?: string,
): Promise<void> {
  const actor = { memberId: member.id, sessionId: '', roles: member.roles };
  await t.services.lectures.mark(actor, lectureId, false, code);
}

export async function readLecture(t: TestApp, id: number) {
  const [row] = await t.db.select().from(lectures).where(eq(lectures.id, id));
  if (row === undefined) throw new Error(`no lecture ${id}`);
  return row;
}

/** Audit entries about the actor's lectures, oldest first. */
export function readLectureAudit(t: TestApp, actor: { id: number }) {
  return t.db
    .select({ action: auditEntries.action, targetId: auditEntries.targetId })
    .from(auditEntries)
    .where(and(eq(auditEntries.actorId, actor.id), eq(auditEntries.targetType, 'lecture')))
    .orderBy(asc(auditEntries.id));
}

/** Every hour of a member's timetable as `dow-hour`, sorted. */
export async function readHours(t: TestApp, member: { id: number }): Promise<string[]> {
  const rows = await t.db
    .select()
    .from(timetableHours)
    .where(eq(timetableHours.memberId, member.id));
  return rows.map(({ dow, hour }) => `${dow}-${String(hour).padStart(2, '0')}`).toSorted();
}

/** When a member is busy, as `dow from-to` in minutes of the day, sorted. */
export async function readTimes(t: TestApp, member: { id: number }): Promise<string[]> {
  const rows = await t.db
    .select()
    .from(timetableTimes)
    .where(eq(timetableTimes.memberId, member.id))
    .orderBy(asc(timetableTimes.dow), asc(timetableTimes.startMinute));
  return rows.map(({ dow, startMinute, endMinute }) => `${dow} ${startMinute}-${endMinute}`);
}

export async function readMarks(t: TestApp, member: { id: number }): Promise<number[]> {
  const rows = await t.db.select().from(lectureMarks).where(eq(lectureMarks.memberId, member.id));
  return rows.map(({ lectureId }) => lectureId).toSorted((a, b) => a - b);
}

/** Stores a post of a room; `author` null: of no member. */
export async function storeLecturePost(
  t: TestApp,
  author: { id: number } | null,
  lectureId: number,
  values: { boardType?: LectureBoardType; anonymous?: boolean; createdAt?: Date } = {},
): Promise<number> {
  const anonymous = values.anonymous ?? false;
  const [row] = await t.db
    .insert(posts)
    .values({
      boardType: values.boardType ?? 'LECTURE_Q',
      lectureId,
      anonymous,
      authorId: anonymous ? null : (author?.id ?? null),
      authorSeal: anonymous && author !== null ? t.seal.seal(author.id) : null,
      title: '질문',
      content: '<p>내용</p>',
      contentText: '내용',
      createdAt: values.createdAt ?? t.clock.now(),
    })
    .returning({ id: posts.id });
  if (row === undefined) throw new Error('no post was stored');
  return row.id;
}
