import type { Tx } from '@naru/server/db/client';
import { friendships, timetableOpenings, timetableShowings } from '@naru/server/db/schema';
import { and, eq } from 'drizzle-orm';
import * as z from 'zod/mini';
import sharing from './content/timetable-sharing.json' with { type: 'json' };
import { wakingTimeBefore } from './demo-calendar.ts';
import { type DemoWorld, personNamed } from './demo-world.ts';

/** Waking minutes since they agreed. */
const AGREED = 1_200;

const sharingSchema = z.strictObject({
  /** Nicknames of those who show all friends when they are busy. */
  open: z.array(z.string()),
  shown: z.array(z.strictObject({ by: z.string(), to: z.string() })),
});

/** Inserts who shows whom the timetable; friendships must exist. */
export async function insertDemoSharing(tx: Tx, world: DemoWorld): Promise<void> {
  const { open, shown } = z.parse(sharingSchema, sharing);
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
