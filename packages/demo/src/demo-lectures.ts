import { DAYS, type Schedule, scheduleAt, THEME_PALETTE } from '@naru/contract/timetable';
import type { Tx } from '@naru/server/db/client';
import { lectureMarks, lectureSlots, lectures, timetableHours } from '@naru/server/db/schema';
import * as z from 'zod/mini';
import lectureList from './content/lectures.json' with { type: 'json' };
import { ago } from './content.ts';
import { MINUTE_MS, termAt, termStart, wakingTimeBefore } from './demo-calendar.ts';
import { type DemoWorld, personNamed } from './demo-world.ts';

/** Waking minutes between the creation of a lecture and its first mark. */
const MARKED_AFTER = 1_500;
/** Waking minutes between two marks. */
const MARKED_EVERY = 170;
const MARKED_LATEST = 2_000;

/** A whole hour, or `10:30`. */
const time = z.union([
  z.int().check(z.minimum(0), z.maximum(23)),
  z.string().check(z.regex(/^\d\d:\d[05]$/)),
]);

export const lectureTime = z.tuple([z.enum(DAYS), time, time]);

const lectureSchema = z.strictObject({
  /** Posts refer to the lecture by it. */
  key: z.string(),
  title: z.string(),
  grade: z.int(),
  /** Relative to the current term: 0 is current, -1 the one before. */
  term: z.int().check(z.maximum(0)),
  /** Nickname of the creator. */
  by: z.string(),
  /** Nickname; missing when the professor has no account. */
  professor: z.optional(z.string()),
  professorName: z.string(),
  room: z.string(),
  intro: z.string(),
  /** Index into the palette. */
  color: z.int().check(z.minimum(0), z.maximum(THEME_PALETTE.length - 1)),
  times: z.array(lectureTime),
  credit: z.optional(z.int()),
  membersOnly: z.optional(z.boolean()),
  entryCode: z.optional(z.string()),
  ago,
  /** Last visit of the members who marked it. */
  seen: ago,
  /** Nicknames of the members who have it in their timetable. */
  marks: z.array(z.string()),
});
type DemoLecture = z.output<typeof lectureSchema>;

/** The id of a lecture by its key. Throws for an unknown one. */
export function lectureNamed(ids: ReadonlyMap<string, number>, key: string): number {
  const id = ids.get(key);
  if (id === undefined) throw new Error(`unknown demo lecture: ${key}`);
  return id;
}

export function demoLectures(): DemoLecture[] {
  return z.parse(z.array(lectureSchema), lectureList);
}

export function schedulesOf({ times }: Pick<DemoLecture, 'times'>): Schedule[] {
  return times.map(([day, start, end]) => scheduleAt(day, minuteOf(start), minuteOf(end)));
}

function minuteOf(time: number | string): number {
  if (typeof time === 'number') return time * 60;
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
}

/** Inserts lectures with slots, marks and timetables; returns the lecture ids by key. */
export async function insertDemoLectures(
  tx: Tx,
  world: DemoWorld,
): Promise<ReadonlyMap<string, number>> {
  const list = demoLectures();
  const rows = await tx
    .insert(lectures)
    .values(list.map((lecture) => rowOf(world, lecture)))
    .returning({ id: lectures.id });
  const ids = new Map(list.map(({ key }, index) => [key, rows[index]?.id ?? 0]));
  const idOf = ({ key }: DemoLecture) => ids.get(key) ?? 0;
  await tx.insert(lectureSlots).values(
    list.flatMap((lecture) =>
      schedulesOf(lecture).map(({ dow, startTime, endTime, ...minutes }, position) => ({
        lectureId: idOf(lecture),
        position,
        dow: DAYS.indexOf(dow) + 1,
        startHour: startTime,
        endHour: endTime,
        ...minutes,
      })),
    ),
  );
  await tx
    .insert(lectureMarks)
    .values(list.flatMap((lecture) => marksOf(world, lecture, idOf(lecture))));
  await tx
    .insert(timetableHours)
    .values(list.flatMap((lecture) => hoursOf(world, lecture, idOf(lecture))));
  return ids;
}

function rowOf(world: DemoWorld, lecture: DemoLecture): typeof lectures.$inferInsert {
  const { professor } = lecture;
  return {
    title: lecture.title,
    ...termAt(world.now, lecture.term),
    grade: lecture.grade,
    intro: lecture.intro,
    themeColor: THEME_PALETTE[lecture.color] ?? THEME_PALETTE[0],
    location: lecture.room,
    credit: lecture.credit ?? null,
    professorId: professor === undefined ? null : personNamed(world, professor).id,
    professorName: lecture.professorName,
    creatorId: personNamed(world, lecture.by).id,
    membersOnly: lecture.membersOnly ?? false,
    entryCode: lecture.entryCode ?? null,
    markedCount: lecture.marks.length,
    createdAt: createdAt(world, lecture),
  };
}

/** Lectures of past terms, and their marks, are from the beginning of their term. */
function createdAt({ now }: DemoWorld, { term, ago }: DemoLecture): Date {
  return term === 0 ? wakingTimeBefore(now, ago) : termStart(now, term);
}

function marksOf(world: DemoWorld, lecture: DemoLecture, lectureId: number) {
  return lecture.marks.map((nickname, index) => {
    const { id: memberId, since } = personNamed(world, nickname);
    const markedAgo = Math.max(lecture.ago - MARKED_AFTER - index * MARKED_EVERY, MARKED_LATEST);
    const marked =
      lecture.term === 0
        ? wakingTimeBefore(world.now, markedAgo)
        : new Date(termStart(world.now, lecture.term).getTime() + (index + 1) * MINUTE_MS);
    return {
      memberId,
      lectureId,
      createdAt: new Date(Math.max(marked.getTime(), since.getTime())),
      seenAt: wakingTimeBefore(world.now, lecture.seen),
    };
  });
}

function hoursOf(world: DemoWorld, lecture: DemoLecture, lectureId: number) {
  const term = termAt(world.now, lecture.term);
  const hours = schedulesOf(lecture).flatMap(({ dow, startTime, endTime }) =>
    Array.from({ length: endTime - startTime }, (_, index) => ({
      dow: DAYS.indexOf(dow) + 1,
      hour: startTime + index,
    })),
  );
  return lecture.marks.flatMap((nickname) => {
    const { id: memberId } = personNamed(world, nickname);
    return hours.map((one) => ({ memberId, ...term, ...one, lectureId }));
  });
}
