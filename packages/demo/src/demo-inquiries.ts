import { INQUIRY_CATEGORIES } from '@naru/contract/choices';
import { REQUESTABLE_ROLES } from '@naru/contract/inquiries';
import { TEXTS } from '@naru/contract/texts';
import type { Tx } from '@naru/server/db/client';
import {
  attachments,
  blinds,
  inquiries,
  posts,
  revealRequests,
  staffActions,
} from '@naru/server/db/schema';
import { eq, sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import list from './content/inquiries.json' with { type: 'json' };
import { ago } from './content.ts';
import { wakingTimeBefore } from './demo-calendar.ts';
import { fileRow } from './demo-files.ts';
import { type DemoWorld, personNamed } from './demo-world.ts';

const inquirySchema = z.strictObject({
  by: z.string(),
  ago,
  category: z.enum(INQUIRY_CATEGORIES),
  targetRole: z.optional(z.enum(REQUESTABLE_ROLES)),
  /** Key of the reported post. */
  post: z.optional(z.string()),
  title: z.string(),
  content: z.string(),
  /** Answered by the administrator. */
  reply: z.optional(z.string()),
  /** Names of files, such as a proof. */
  files: z.optional(z.array(z.string())),
  /** The report after which the post is hidden. */
  blinds: z.optional(z.boolean()),
});
type DemoInquiry = z.output<typeof inquirySchema>;

const ADMIN = '나루지기';
const OTHER_ADMIN = '나루도담';
const REVEAL = {
  post: 'exam-cheat',
  ago: 300,
  reason: '글에 나온 친구가 협박으로 느꼈다고 알려 와 사실 확인이 필요합니다.',
} as const;

interface Keyed {
  key: string;
  id: number;
}

function demoInquiries(): DemoInquiry[] {
  return z.parse(z.array(inquirySchema), list);
}

export const inquiryFileNames = (): string[] => demoInquiries().flatMap(({ files = [] }) => files);

/** Inserts inquiries, role requests, reports, a post hidden by reports and a request to reveal. */
export async function insertDemoInquiries(
  tx: Tx,
  world: DemoWorld,
  stored: readonly Keyed[],
): Promise<void> {
  const idOf = (key: string) => {
    const post = stored.find((one) => one.key === key);
    if (post === undefined) throw new Error(`unknown demo post: ${key}`);
    return post.id;
  };
  for (const inquiry of demoInquiries()) {
    const createdAt = wakingTimeBefore(world.now, inquiry.ago);
    const targetId = inquiry.post === undefined ? null : idOf(inquiry.post);
    await insertInquiry(tx, world, inquiry, { createdAt, targetId });
    if (inquiry.blinds && targetId !== null) await blind(tx, targetId, createdAt);
  }
  await tx.insert(revealRequests).values({
    targetType: 'POST',
    targetId: idOf(REVEAL.post),
    requesterId: personNamed(world, OTHER_ADMIN).id,
    reason: REVEAL.reason,
    createdAt: wakingTimeBefore(world.now, REVEAL.ago),
  });
}

async function insertInquiry(
  tx: Tx,
  world: DemoWorld,
  inquiry: DemoInquiry,
  parts: { createdAt: Date; targetId: number | null },
): Promise<void> {
  const values = rowOf(world, inquiry, parts);
  const [row] = await tx.insert(inquiries).values(values).returning({ id: inquiries.id });
  const { files = [], by } = inquiry;
  if (files.length === 0) return;
  const ownerId = personNamed(world, by).id;
  await tx.insert(attachments).values(
    files.map((name, position) => ({
      ...fileRow(world, name, { ownerId, position, at: parts.createdAt }),
      inquiryId: row?.id,
    })),
  );
}

function rowOf(
  world: DemoWorld,
  { by, category, targetRole, title, content, reply, ago: minutes }: DemoInquiry,
  { createdAt, targetId }: { createdAt: Date; targetId: number | null },
): typeof inquiries.$inferInsert {
  return {
    memberId: personNamed(world, by).id,
    category,
    targetRole: targetRole ?? null,
    title,
    content,
    createdAt,
    ...(targetId !== null && { targetType: 'POST', targetId }),
    ...(reply !== undefined && {
      state: 'COMPLETED',
      reply,
      responderId: personNamed(world, ADMIN).id,
      completedAt: wakingTimeBefore(world.now, Math.max(1, minutes - 60)),
    }),
  };
}

/** Like the server after the last report. */
async function blind(tx: Tx, postId: number, blindedAt: Date): Promise<void> {
  await tx.execute(sql`insert into ${blinds} (post_id, title, content, content_text, image_urls)
    select id, title, content, content_text, image_urls from ${posts} where id = ${postId}`);
  await tx
    .update(posts)
    .set({
      title: TEXTS.blindedPost,
      content: `<p>${TEXTS.blindedPost}</p>`,
      contentText: '',
      imageUrls: [],
      blindedAt,
    })
    .where(eq(posts.id, postId));
  await tx.insert(staffActions).values({
    targetType: 'POST',
    targetId: postId,
    action: 'HIDDEN',
    reason: TEXTS.blindReason,
    createdAt: blindedAt,
  });
}
