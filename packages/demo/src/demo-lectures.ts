import { DAYS, THEME_PALETTE } from '@naru/contract/timetable';
import type { Tx } from '@naru/server/db/client';
import { lectureMarks, lectureSlots, lectures, timetableHours } from '@naru/server/db/schema';
import * as z from 'zod/mini';
import lectureList from './content/lectures.json' with { type: 'json' };
import { termAt, wakingTimeBefore } from './demo-calendar.ts';
import { type DemoWorld, personNamed } from './demo-world.ts';

/** Waking minutes between the making of a room and the first marks of it. */
const MARKED_AFTER = 1_500;
/** Waking minutes until the next member has marked it. */
const MARKED_EVERY = 170;
const MARKED_LATEST = 2_000;

/** How long ago, in waking minutes: see `demo-calendar.ts`. */
const ago = z.int().check(z.minimum(1));
const hour = z.int().check(z.minimum(0), z.maximum(23));

const lectureSchema = z.strictObject({
  /** What posts of the room name it by. */
  key: z.string(),
  title: z.string(),
  grade: z.int(),
  /** 0: the current term, -1 the one before. */
  term: z.int().check(z.maximum(0)),
  /** Nickname of who created it. */
  by: z.string(),
  /** Nickname of the professor; without one it has no account here. */
  professor: z.optional(z.string()),
  /** As students read it. */
  professorName: z.string(),
  room: z.string(),
  intro: z.string(),
  /** Place in the palette. */
  color: z.int().check(z.minimum(0), z.maximum(THEME_PALETTE.length - 1)),
  times: z.array(z.tuple([z.enum(DAYS), hour, hour])),
  credit: z.optional(z.int()),
  membersOnly: z.optional(z.boolean()),
  ago,
  /** When those who have it looked into it last. */
  seen: ago,
  /** Nicknames of those who have it in their timetable. */
  marks: z.array(z.string()),
});
export type DemoLecture = z.output<typeof lectureSchema>;

export function demoLectures(): DemoLecture[] {
  return z.parse(z.array(lectureSchema), lectureList);
}

/** Lectures of three terms with slots, marks and timetables; answers the id of each room by its key. */
export async function insertDemoLectures(
  tx: Tx,
  world: DemoWorld,
): Promise<ReadonlyMap<string, number>> {
  const list = demoLectures();
  const rows = await tx
    .insert(lectures)
    .values(list.map((lecture) => rowOf(world, lecture)))
    .returning({ id: lectures.id });
  const ids = new Map(list.map(({ key }, place) => [key, rows[place]?.id ?? 0]));
  const idOf = ({ key }: DemoLecture) => ids.get(key) ?? 0;
  await tx.insert(lectureSlots).values(
    list.flatMap((lecture) =>
      lecture.times.map(([day, startHour, endHour], position) => ({
        lectureId: idOf(lecture),
        position,
        dow: DAYS.indexOf(day) + 1,
        startHour,
        endHour,
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
    markedCount: lecture.marks.length,
    createdAt: wakingTimeBefore(world.now, lecture.ago),
  };
}

function marksOf(world: DemoWorld, lecture: DemoLecture, lectureId: number) {
  return lecture.marks.map((nickname, place) => {
    const { id: memberId, since } = personNamed(world, nickname);
    const markedAgo = Math.max(lecture.ago - MARKED_AFTER - place * MARKED_EVERY, MARKED_LATEST);
    const marked = wakingTimeBefore(world.now, markedAgo);
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
  const hours = lecture.times.flatMap(([day, start, end]) =>
    Array.from({ length: end - start }, (_, place) => ({
      dow: DAYS.indexOf(day) + 1,
      hour: start + place,
    })),
  );
  return lecture.marks.flatMap((nickname) => {
    const { id: memberId } = personNamed(world, nickname);
    return hours.map((one) => ({ memberId, ...term, ...one, lectureId }));
  });
}
