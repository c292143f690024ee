import { DAYS, endOf, startOf, THEME_PALETTE } from '@naru/contract/timetable';
import type { Tx } from '@naru/server/db/client';
import {
  friendships,
  planEntries,
  planEntrySlots,
  planLectures,
  privateEntries,
  privateEntrySlots,
  timetableOpenings,
  timetablePlans,
  timetableShowings,
} from '@naru/server/db/schema';
import { and, eq } from 'drizzle-orm';
import * as z from 'zod/mini';
import timetables from './content/timetables.json' with { type: 'json' };
import { termAt, wakingTimeBefore } from './demo-calendar.ts';
import { lectureNamed, lectureTime, schedulesOf } from './demo-lectures.ts';
import { type DemoWorld, personNamed } from './demo-world.ts';

/** Waking minutes since they were added. */
const ENTERED = 1_900;

const entryShape = {
  title: z.string(),
  place: z.string(),
  /** Index into the palette. */
  color: z.int().check(z.minimum(0), z.maximum(THEME_PALETTE.length - 1)),
  times: z.array(lectureTime),
};

/** `by` is the nickname of the owner. */
const entrySchema = z.strictObject({ by: z.string(), ...entryShape });

function demoPrivateEntries() {
  return z.parse(z.array(entrySchema), timetables.entries);
}

/** Inserts the private entries of the current term. */
export async function insertDemoPrivateEntries(tx: Tx, world: DemoWorld): Promise<void> {
  const list = demoPrivateEntries();
  const rows = await tx
    .insert(privateEntries)
    .values(
      list.map(({ by, title, place, color }) => ({
        memberId: personNamed(world, by).id,
        ...termAt(world.now, 0),
        title,
        place,
        themeColor: THEME_PALETTE[color] ?? THEME_PALETTE[0],
        createdAt: wakingTimeBefore(world.now, ENTERED),
      })),
    )
    .returning({ id: privateEntries.id });
  await tx.insert(privateEntrySlots).values(
    list.flatMap((entry, index) =>
      schedulesOf(entry).map((slot, position) => ({
        entryId: rows[index]?.id ?? 0,
        position,
        dow: DAYS.indexOf(slot.dow) + 1,
        startMinute: startOf(slot),
        endMinute: endOf(slot),
      })),
    ),
  );
}

/** Waking minutes since they were made. */
const PLANNED = 900;

const planSchema = z.strictObject({
  /** Nickname of the owner. */
  by: z.string(),
  name: z.string(),
  /** Keys of lectures of the current term. */
  lectures: z.array(z.string()),
  entries: z.array(z.strictObject(entryShape)),
});

/** Inserts the plans for the current term. */
export async function insertDemoPlans(
  tx: Tx,
  world: DemoWorld,
  rooms: ReadonlyMap<string, number>,
): Promise<void> {
  const createdAt = wakingTimeBefore(world.now, PLANNED);
  for (const { by, name, lectures, entries } of z.parse(z.array(planSchema), timetables.plans)) {
    const memberId = personNamed(world, by).id;
    const plan = { memberId, ...termAt(world.now, 0), name, createdAt };
    const planId = await idOf(tx.insert(timetablePlans).values(plan).returning());
    const keys = lectures.map((key) => lectureNamed(rooms, key));
    await tx
      .insert(planLectures)
      .values(keys.map((lectureId) => ({ planId, lectureId, createdAt })));
    for (const { title, place, color, times } of entries) {
      const themeColor = THEME_PALETTE[color] ?? THEME_PALETTE[0];
      const entry = { planId, title, place, themeColor, createdAt };
      const entryId = await idOf(tx.insert(planEntries).values(entry).returning());
      await tx.insert(planEntrySlots).values(
        schedulesOf({ times }).map((slot, position) => ({
          entryId,
          position,
          dow: DAYS.indexOf(slot.dow) + 1,
          startMinute: startOf(slot),
          endMinute: endOf(slot),
        })),
      );
    }
  }
}

async function idOf(inserted: PromiseLike<{ id: number }[]>): Promise<number> {
  return (await inserted)[0]?.id ?? 0;
}

/** Waking minutes since they agreed. */
const AGREED = 1_200;

const sharingSchema = z.strictObject({
  /** Nicknames of those who show all friends when they are busy. */
  open: z.array(z.string()),
  shown: z.array(z.strictObject({ by: z.string(), to: z.string() })),
});

/** Inserts who shows whom the timetable; friendships must exist. */
export async function insertDemoSharing(tx: Tx, world: DemoWorld): Promise<void> {
  const { open, shown } = z.parse(sharingSchema, timetables.sharing);
  const createdAt = wakingTimeBefore(world.now, AGREED);
  const idOf = (nickname: string) => personNamed(world, nickname).id;
  await tx
    .insert(timetableOpenings)
    .values(open.map((nickname) => ({ memberId: idOf(nickname), createdAt })));
  for (const { by, to } of shown) {
    const [low, high] = [idOf(by), idOf(to)].sort((a, b) => a - b) as [number, number];
    const isPair = and(eq(friendships.lowId, low), eq(friendships.highId, high));
    const [pair] = await tx.select({ id: friendships.id }).from(friendships).where(isPair);
    if (pair === undefined) throw new Error(`demo: ${by} and ${to} are no friends`);
    await tx
      .insert(timetableShowings)
      .values({ friendshipId: pair.id, memberId: idOf(by), createdAt });
  }
}
