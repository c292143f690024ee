import { DAYS, endOf, startOf, THEME_PALETTE } from '@naru/contract/timetable';
import type { Tx } from '@naru/server/db/client';
import { planEntries, planEntrySlots, planLectures, timetablePlans } from '@naru/server/db/schema';
import * as z from 'zod/mini';
import planList from './content/timetable-plans.json' with { type: 'json' };
import { termAt, wakingTimeBefore } from './demo-calendar.ts';
import { lectureNamed, schedulesOf } from './demo-lectures.ts';
import { entryShape } from './demo-private-entries.ts';
import { type DemoWorld, personNamed } from './demo-world.ts';

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
  for (const { by, name, lectures, entries } of z.parse(z.array(planSchema), planList)) {
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
