import { DAYS, endOf, startOf, THEME_PALETTE } from '@naru/contract/timetable';
import type { Tx } from '@naru/server/db/client';
import { privateEntries, privateEntrySlots } from '@naru/server/db/schema';
import * as z from 'zod/mini';
import entryList from './content/private-entries.json' with { type: 'json' };
import { termAt, wakingTimeBefore } from './demo-calendar.ts';
import { lectureTime, schedulesOf } from './demo-lectures.ts';
import { type DemoWorld, personNamed } from './demo-world.ts';

/** Waking minutes since they were added. */
const ENTERED = 1_900;

export const entryShape = {
  title: z.string(),
  place: z.string(),
  /** Index into the palette. */
  color: z.int().check(z.minimum(0), z.maximum(THEME_PALETTE.length - 1)),
  times: z.array(lectureTime),
};

/** `by` is the nickname of the owner. */
const entrySchema = z.strictObject({ by: z.string(), ...entryShape });

function demoPrivateEntries() {
  return z.parse(z.array(entrySchema), entryList);
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
