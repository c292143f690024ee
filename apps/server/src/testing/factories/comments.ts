import { randomInt } from 'node:crypto';
import { BOARDS, type BoardType } from '@naru/contract/boards';
import { and, eq } from 'drizzle-orm';
import {
  anonymousNumbers,
  auditEntries,
  commentLikes,
  comments,
  members,
  posts,
  sealedCommentLikes,
} from '../../db/schema/index.ts';
import type { SignedIn, TestApp } from '../test-app.ts';

/** A post to comment on, written by `author`; anonymous where its board is. */
export async function createThread(
  t: TestApp,
  author: { id: number },
  boardType: BoardType = 'FREE',
): Promise<number> {
  const isAnonymous = BOARDS[boardType].anonymous;
  const [row] = await t.db
    .insert(posts)
    .values({
      ...(isAnonymous && { id: randomInt(2 ** 40, 2 ** 47) }),
      boardType,
      anonymous: isAnonymous,
      authorId: isAnonymous ? null : author.id,
      authorSeal: isAnonymous ? t.seal.seal(author.id) : null,
      title: '등대 아래에서',
      content: '<p>바람이 붑니다</p>',
      contentText: '바람이 붑니다',
      createdAt: t.clock.now(),
    })
    .returning({ id: posts.id });
  if (row === undefined) throw new Error('no post was made');
  return row.id;
}

/** Writes a comment through the API, a second after the previous one. */
export async function writeComment(
  t: TestApp,
  as: SignedIn,
  postId: number,
  body: {
    content?: string;
    parentId?: number;
    replyToId?: number;
    picture?: { url: string; alt: string };
  } = {},
  location: 'post' | 'lecture-room' = 'post',
) {
  t.clock.advance(1);
  const { status, json } = await t.call('POST', `/api/${location}/${postId}/comments`, {
    as,
    body: { content: '좋은 글이네요', ...body },
  });
  if (status !== 201) throw new Error(`comment refused: ${JSON.stringify(json)}`);
  return json.comment;
}

/** Stored rows of a thread: the post, its comments in writing order, its anonymous numbers. */
export async function readThread(t: TestApp, postId: number) {
  const [post] = await t.db.select().from(posts).where(eq(posts.id, postId));
  if (post === undefined) throw new Error('no such post');
  return {
    post,
    comments: await t.db
      .select()
      .from(comments)
      .where(eq(comments.postId, postId))
      .orderBy(comments.position),
    aliases: await t.db
      .select()
      .from(anonymousNumbers)
      .where(eq(anonymousNumbers.postId, postId))
      .orderBy(anonymousNumbers.number),
  };
}

export async function countCommentLikes(t: TestApp, commentId: number): Promise<number> {
  const open = await t.db.$count(commentLikes, eq(commentLikes.commentId, commentId));
  const isSealed = eq(sealedCommentLikes.commentId, commentId);
  return open + (await t.db.$count(sealedCommentLikes, isSealed));
}

/** Soft-deletes a post as the posts feature does. */
export async function deleteThread(t: TestApp, postId: number): Promise<void> {
  await t.db.update(posts).set({ deletedAt: t.clock.now() }).where(eq(posts.id, postId));
}

export async function acceptComment(t: TestApp, postId: number, commentId: number): Promise<void> {
  await t.db.update(posts).set({ acceptedCommentId: commentId }).where(eq(posts.id, postId));
}

/** Sets columns of a member without the call that would. */
export async function changeMember(
  { db }: Pick<TestApp, 'db'>,
  memberId: number,
  values: Partial<typeof members.$inferInsert>,
): Promise<void> {
  await db.update(members).set(values).where(eq(members.id, memberId));
}

/** Audit entries about a comment. */
export async function readAudit(t: TestApp, commentId: number) {
  return t.db
    .select()
    .from(auditEntries)
    .where(and(eq(auditEntries.targetType, 'comment'), eq(auditEntries.targetId, commentId)));
}
