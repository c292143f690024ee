import { yearsOfTitle } from '@naru/contract/notice-audience';
import { postBody } from '@naru/contract/posts';
import type { Tx } from '@naru/server/db/client';
import { scheduledNotices } from '@naru/server/db/schema';
import { addDays, kstDay } from '@naru/server/platform/clock';
import { inArray } from 'drizzle-orm';
import { demoScheduled } from './content.ts';
import { fillDates, workdayAt } from './demo-calendar.ts';
import { type DemoWorld, personNamed } from './demo-world.ts';

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
