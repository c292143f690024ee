import { BOARD_TYPES, BOARDS } from '@naru/contract/boards';
import type { Tx } from '@naru/server/db/client';
import {
  boardCounters,
  comments,
  inquiries,
  notifications,
  posts,
  staffActions,
} from '@naru/server/db/schema';
import { and, eq, inArray, sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import content from './content/handled.json' with { type: 'json' };
import { ago } from './content.ts';
import { wakingTimeBefore } from './demo-calendar.ts';
import {
  authorColumns,
  type DemoAuthors,
  type DemoWorld,
  personNamed,
  writtenAt,
} from './demo-world.ts';
import type { PostPlan } from './plan-posts.ts';

const handledFields = {
  by: z.string(),
  ago,
  reason: z.string(),
  /** When staff acted, as `ago`. */
  acted: ago,
};
const postSchema = z.strictObject({
  ...handledFields,
  board: z.enum(BOARD_TYPES),
  title: z.string(),
  body: z.array(z.string()),
  price: z.optional(z.int()),
  action: z.enum(['REMOVED', 'RESTORED']),
  objection: z.optional(z.string()),
});
const commentSchema = z.strictObject({
  ...handledFields,
  /** Key of the post. */
  below: z.string(),
  text: z.string(),
});
const contentSchema = z.strictObject({
  posts: z.array(postSchema),
  comments: z.array(commentSchema),
});
type HandledPost = z.output<typeof postSchema>;
type HandledComment = z.output<typeof commentSchema>;

export function demoHandled(): z.output<typeof contentSchema> {
  return z.parse(contentSchema, content);
}

/** The member of the demo who acted. */
const STAFF = '닻별조교';

/** Inserts posts and a comment that staff removed or restored, and the objections of their authors. */
export async function insertDemoHandled(
  tx: Tx,
  world: DemoWorld,
  plans: ReadonlyMap<string, PostPlan | undefined>,
): Promise<void> {
  const { posts: postList, comments: commentList } = demoHandled();
  for (const post of postList) await insertHandledPost(tx, world, post);
  for (const comment of commentList) {
    const plan = plans.get(comment.below);
    if (plan === undefined) throw new Error(`unknown demo post: ${comment.below}`);
    await insertHandledComment(tx, world, {
      ...comment,
      postId: plan.row.id,
      title: plan.row.title,
    });
  }
}

async function insertHandledPost(tx: Tx, world: DemoWorld, post: HandledPost): Promise<void> {
  const { board, action, price } = post;
  const author = personNamed(world, post.by);
  const { anonymous } = BOARDS[board];
  const { html, text } = world.readContent(post.body.join(''));
  const [row] = await tx
    .insert(posts)
    .values({
      ...(anonymous && { id: world.nextPostId(board) }),
      boardType: board,
      anonymous,
      ...authorColumns(world, board, author),
      title: post.title,
      content: html,
      contentText: text,
      ...(price !== undefined && { price, tradeStatus: 'ON_SALE' as const }),
      createdAt: writtenAt(world, board, post.ago),
      ...(action === 'REMOVED' && {
        deletedAt: writtenAt(world, board, post.acted),
        deletedBy: personNamed(world, STAFF).id,
      }),
    })
    .returning({ id: posts.id });
  const targetId = row?.id ?? 0;
  if (action === 'RESTORED') {
    await tx
      .update(boardCounters)
      .set({ postCount: sql`${boardCounters.postCount} + 1` })
      .where(eq(boardCounters.boardType, board));
  }
  const target = { targetType: 'POST', targetId } as const;
  const actionId = await insertAction(tx, world, { ...target, ...post });
  if (!anonymous) await notify(tx, world, { ...post, ...target });
  if (post.objection === undefined) return;
  const { authorId, authorSeal } = authorColumns(world, board, author);
  await tx.insert(inquiries).values({
    memberId: authorId,
    authorSeal,
    actionId,
    title: `이의 제기: '${post.title}' 글`,
    content: post.objection,
    category: 'OBJECTION',
    ...target,
    createdAt: writtenAt(world, board, post.acted - 300),
  });
}

async function insertHandledComment(
  tx: Tx,
  world: DemoWorld,
  comment: HandledComment & { postId: number; title: string },
): Promise<void> {
  const deletedAt = wakingTimeBefore(world.now, comment.acted);
  const [row] = await tx
    .insert(comments)
    .values({
      postId: comment.postId,
      authorId: personNamed(world, comment.by).id,
      content: comment.text,
      createdAt: wakingTimeBefore(world.now, comment.ago),
      deletedAt,
      deletedBy: personNamed(world, STAFF).id,
    })
    .returning({ id: comments.id });
  const target = { targetType: 'COMMENT', targetId: row?.id ?? 0 } as const;
  const handled = { ...comment, ...target, action: 'REMOVED' } as const;
  await insertAction(tx, world, handled);
  await notify(tx, world, handled);
}

type Target = Pick<typeof staffActions.$inferInsert, 'targetType' | 'targetId' | 'action'>;
type Handled = Target & Pick<HandledPost, 'by' | 'reason' | 'acted' | 'title'>;

async function insertAction(
  tx: Tx,
  world: DemoWorld,
  { targetType, targetId, action, reason, acted }: Handled,
): Promise<number> {
  const createdAt = wakingTimeBefore(world.now, acted);
  const [row] = await tx
    .insert(staffActions)
    .values({ targetType, targetId, action, reason, office: 'MANAGER', createdAt })
    .returning({ id: staffActions.id });
  return row?.id ?? 0;
}

/** The notification that the server would have written; not for anonymous posts, which it seals. */
async function notify(tx: Tx, world: DemoWorld, handled: Handled & { board?: string }) {
  const { targetType, targetId, title, action, board } = handled;
  const what = `'${title}' 글${targetType === 'COMMENT' ? '의 내 댓글' : ''}이`;
  const isBack = action === 'RESTORED';
  await tx.insert(notifications).values({
    memberId: personNamed(world, handled.by).id,
    type: 'other',
    subType: 'content-handled',
    content: isBack
      ? `${what} 다시 게시되었습니다.`
      : `${what} 삭제되었습니다. 사유를 확인하고 이의를 제기할 수 있습니다.`,
    targetUrl: isBack
      ? `/main/community/${board?.toLowerCase()}/post/${targetId}`
      : `/mypage/handled/${targetType.toLowerCase()}/${targetId}`,
    createdAt: wakingTimeBefore(world.now, handled.acted),
  });
}

/** Call after the content was removed: deletes the actions on what is gone, and nameless objections. */
export async function removeDemoHandled(tx: Tx, { ids, wrote }: DemoAuthors): Promise<void> {
  const isTheirs = wrote({ authorId: sql`null`, authorSeal: sql`author_seal` });
  await tx.execute(sql`delete from ${inquiries} where ${isTheirs}`);
  await tx.execute(sql`delete from ${staffActions} a where not exists (
      select 1 from ${posts} p where a.target_type = 'POST' and p.id = a.target_id)
    and not exists (
      select 1 from ${comments} c where a.target_type = 'COMMENT' and c.id = a.target_id)
    and a.target_type <> 'MEMBER'`);
  await tx
    .delete(staffActions)
    .where(and(eq(staffActions.targetType, 'MEMBER'), inArray(staffActions.targetId, ids)));
}
