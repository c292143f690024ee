import type { Tx } from '@naru/server/db/client';
import { mustReadConfirmations, mustReads } from '@naru/server/db/schema';
import { addDays, kstDay } from '@naru/server/platform/clock';
import type { DemoPost } from './content.ts';
import { type DemoWorld, personNamed } from './demo-world.ts';
import { reactionTime } from './engagement.ts';
import type { PostPlan } from './plan-posts.ts';

/** Marks must-read notices and lets all students confirm them but those who wait. */
export async function insertDemoMustReads(
  tx: Tx,
  world: DemoWorld,
  list: readonly DemoPost[],
  plans: readonly PostPlan[],
): Promise<void> {
  for (const [place, { mustRead }] of list.entries()) {
    const row = plans[place]?.row;
    if (mustRead === undefined || row?.createdAt === undefined) continue;
    const { id: postId, createdAt: askedAt } = row;
    const dueOn = addDays(kstDay(world.now), mustRead.days);
    await tx.insert(mustReads).values({ postId, askedAt, dueOn });
    const waiting = new Set(mustRead.waiting.map((name) => personNamed(world, name).id));
    const isReader = ({ roles }: { roles: readonly string[] }) =>
      roles.includes('STUDENT') || roles.includes('STUDENT_COUNCIL');
    const readers = world.people.filter((one) => isReader(one) && !waiting.has(one.id));
    await tx.insert(mustReadConfirmations).values(
      readers.map((reader) => ({
        postId,
        round: 1,
        memberId: reader.id,
        confirmedAt: reactionTime(world.random, reader, askedAt, world.now),
      })),
    );
  }
}
