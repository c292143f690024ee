import { AUDIT_ACTION_NAMES } from '@naru/contract/audit';
import { BOARD_TYPES, type BoardType } from '@naru/contract/boards';
import { INQUIRY_CATEGORIES } from '@naru/contract/choices';
import { REQUESTABLE_ROLES } from '@naru/contract/inquiries';
import type { Tx } from '@naru/server/db/client';
import { auditEntries, inquiries, members, posts, staffActions } from '@naru/server/db/schema';
import { addDays, kstDay, startOfKstDay } from '@naru/server/platform/clock';
import { and, desc, eq, isNull } from 'drizzle-orm';
import * as z from 'zod/mini';
import consoleContent from './content/console.json' with { type: 'json' };
import { ago } from './content.ts';
import { wakingTimeBefore } from './demo-calendar.ts';
import { type DemoWorld, personNamed } from './demo-world.ts';

/** `by` is a nickname. */
const done = { by: z.string(), ago };
const schema = z.strictObject({
  inquiries: z.array(
    z.strictObject({
      ...done,
      category: z.enum(INQUIRY_CATEGORIES),
      targetRole: z.optional(z.enum(REQUESTABLE_ROLES)),
      /** Reports the newest post of a board. */
      reports: z.optional(z.strictObject({ board: z.enum(BOARD_TYPES) })),
      title: z.string(),
      content: z.string(),
      reply: z.optional(z.strictObject({ ...done, text: z.string() })),
    }),
  ),
  removed: z.array(
    z.strictObject({
      ...done,
      board: z.enum(BOARD_TYPES),
      title: z.string(),
      text: z.string(),
      removal: z.strictObject({ ...done, reason: z.string() }),
    }),
  ),
  suspended: z.array(
    z.strictObject({
      ...done,
      on: z.string(),
      /** Counted from now. */
      days: z.int().check(z.minimum(1)),
      reason: z.string(),
    }),
  ),
  actions: z.array(
    z.strictObject({
      ...done,
      action: z.enum(AUDIT_ACTION_NAMES),
      /** Nickname of the member whom it concerns. */
      on: z.optional(z.string()),
      reason: z.optional(z.string()),
      detail: z.record(z.string(), z.json()),
    }),
  ),
});
type Content = z.output<typeof schema>;
type Entry = Omit<typeof auditEntries.$inferInsert, 'createdAt'> & { createdAt: Date };

/** Gives every panel of the console something to show. */
export async function insertDemoConsole(tx: Tx, world: DemoWorld): Promise<void> {
  const content = z.parse(schema, consoleContent);
  const entries = [
    ...content.actions.map((action) => toEntry(world, action)),
    ...(await insertInquiries(tx, world, content.inquiries)),
    ...(await insertRemoved(tx, world, content.removed)),
    ...(await insertSuspended(tx, world, content.suspended)),
  ];
  // The log is a chain: its order is that of time.
  const inOrder = entries.toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime());
  await tx.insert(auditEntries).values(inOrder);
}

function toEntry(
  world: DemoWorld,
  { by, ago, action, on, reason, detail }: Content['actions'][number],
) {
  return entry(world, { by, ago }, action, on === undefined ? 0 : personNamed(world, on).id, {
    reason: reason ?? null,
    detail,
  });
}

const SUBJECTS: Record<string, string> = { role: 'member' };

function entry(
  world: DemoWorld,
  done: { by: string; ago: number },
  action: string,
  targetId: number,
  more: Pick<Entry, 'reason' | 'detail'> = {},
): Entry {
  const [subject = ''] = action.split('.');
  const actorId = personNamed(world, done.by).id;
  const createdAt = wakingTimeBefore(world.now, done.ago);
  return {
    actorId,
    action,
    targetType: SUBJECTS[subject] ?? subject,
    targetId,
    ...more,
    createdAt,
  };
}

async function insertInquiries(tx: Tx, world: DemoWorld, list: Content['inquiries']) {
  const entries: Entry[] = [];
  for (const { by, ago, reports, reply, ...inquiry } of list) {
    const [stored] = await tx
      .insert(inquiries)
      .values({
        ...inquiry,
        memberId: personNamed(world, by).id,
        createdAt: wakingTimeBefore(world.now, ago),
        ...(reports && { targetType: 'POST', targetId: await newestPost(tx, reports.board) }),
        ...(reply && {
          state: 'COMPLETED',
          reply: reply.text,
          responderId: personNamed(world, reply.by).id,
          completedAt: wakingTimeBefore(world.now, reply.ago),
        }),
      })
      .returning({ id: inquiries.id });
    if (reply && stored) entries.push(entry(world, reply, 'inquiry.complete', stored.id));
  }
  return entries;
}

async function insertRemoved(tx: Tx, world: DemoWorld, list: Content['removed']) {
  const entries: Entry[] = [];
  for (const { by, ago, board, title, text, removal } of list) {
    const { html, text: contentText } = world.readContent(`<p>${text}</p>`);
    const [stored] = await tx
      .insert(posts)
      .values({
        boardType: board,
        authorId: personNamed(world, by).id,
        title,
        content: html,
        contentText,
        createdAt: wakingTimeBefore(world.now, ago),
        deletedAt: wakingTimeBefore(world.now, removal.ago),
        deletedBy: personNamed(world, removal.by).id,
      })
      .returning({ id: posts.id });
    if (stored === undefined) throw new Error('the post was not inserted');
    const { reason } = removal;
    await tx.insert(staffActions).values({
      targetType: 'POST',
      targetId: stored.id,
      action: 'REMOVED',
      reason,
      office: 'MANAGER',
      createdAt: wakingTimeBefore(world.now, removal.ago),
    });
    const more = { reason, detail: { boardType: board } };
    entries.push(entry(world, removal, 'post.delete', stored.id, more));
  }
  return entries;
}

async function insertSuspended(tx: Tx, world: DemoWorld, list: Content['suspended']) {
  const entries: Entry[] = [];
  for (const { by, ago, on, days, reason } of list) {
    const { id } = personNamed(world, on);
    const after = addDays(kstDay(world.now), days + 1);
    const suspendedUntil = new Date(startOfKstDay(after).getTime() - 1);
    await tx
      .update(members)
      .set({ suspendedUntil, suspendedReason: reason })
      .where(eq(members.id, id));
    const suspension = entry(world, { by, ago }, 'member.suspend', id, {
      reason,
      detail: { before: null, until: kstDay(suspendedUntil) },
    });
    const { createdAt } = suspension;
    await tx.insert(staffActions).values({
      targetType: 'MEMBER',
      targetId: id,
      action: 'SUSPENDED',
      reason,
      office: 'ADMIN',
      createdAt,
    });
    entries.push(suspension);
  }
  return entries;
}

async function newestPost(tx: Tx, boardType: BoardType): Promise<number> {
  const [row] = await tx
    .select({ id: posts.id })
    .from(posts)
    .where(and(eq(posts.boardType, boardType), isNull(posts.deletedAt)))
    .orderBy(desc(posts.createdAt), desc(posts.id))
    .limit(1);
  if (row === undefined) throw new Error(`no demo post on ${boardType}`);
  return row.id;
}
