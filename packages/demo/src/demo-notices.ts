import { yearsOfTitle } from '@naru/contract/notice-audience';
import { postBody } from '@naru/contract/posts';
import type { Tx } from '@naru/server/db/client';
import { mustReadConfirmations, mustReads, scheduledNotices } from '@naru/server/db/schema';
import { addDays, kstDay } from '@naru/server/platform/clock';
import { inArray } from 'drizzle-orm';
import { type DemoPost, demoScheduled } from './content.ts';
import { fillDates, workdayAt } from './demo-calendar.ts';
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

/** Inserts notices that will be published in the days after the start. */
export async function insertDemoScheduled(tx: Tx, world: DemoWorld): Promise<void> {
  const { now } = world;
  await tx.insert(scheduledNotices).values(
    demoScheduled().map(({ by, board, days, hour, pin, title, body }) => {
      const publishAt = workdayAt(now, days, hour);
      const content = fillDates(body.join(''), now);
      const years = yearsOfTitle(title) ?? [];
      return {
        authorId: personNamed(world, by).id,
        boardType: board,
        // Parsed like the body of the call, whose defaults the server relies on.
        body: postBody.parse({ boardType: board, title, content, years }),
        publishAt,
        pinUntil: pin === undefined ? null : addDays(kstDay(publishAt), pin),
        createdAt: now,
        updatedAt: now,
      };
    }),
  );
}

export async function removeDemoScheduled(tx: Tx, authorIds: number[]): Promise<void> {
  await tx.delete(scheduledNotices).where(inArray(scheduledNotices.authorId, authorIds));
}
