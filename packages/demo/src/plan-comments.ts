import { BOARDS } from '@naru/contract/boards';
import { mentionsIn } from '@naru/contract/mentions';
import type { anonymousNumbers, commentLikes, comments } from '@naru/server/db/schema';
import { kstDay } from '@naru/server/platform/clock';
import type { DemoComment, DemoPost, DemoReply } from './content.ts';
import {
  authorColumns,
  type DemoWorld,
  type Person,
  personNamed,
  visitorsOf,
  writtenAt,
} from './demo-world.ts';
import { pick, reactionTime, type ViewRow } from './engagement.ts';

const EDIT_MS = 4 * 60_000;

type CommentRow = typeof comments.$inferInsert & { id: number; createdAt: Date };

/** The rows below one post. */
export interface CommentPlan {
  rows: CommentRow[];
  likes: (typeof commentLikes.$inferInsert)[];
  anonymousNumbers: (typeof anonymousNumbers.$inferInsert)[];
  acceptedId: number | null;
  /** Comments and replies that are not deleted. */
  visible: number;
  /** Views of the members who commented. */
  seen: ViewRow[];
}

interface Parent {
  post: DemoPost;
  postId: number;
  author: Person;
}

/** Plans the thread of a post with its counters. */
export function planComments(world: DemoWorld, parent: Parent): CommentPlan {
  const plan: CommentPlan = {
    rows: [],
    likes: [],
    anonymousNumbers: [],
    acceptedId: null,
    visible: 0,
    seen: [],
  };
  for (const comment of parent.post.comments) addThread(world, parent, plan, comment);
  if (BOARDS[parent.post.board].anonymous) {
    plan.anonymousNumbers = numberAuthors(world, parent, plan.rows);
  }
  return plan;
}

function addThread(
  world: DemoWorld,
  parent: Parent,
  plan: CommentPlan,
  comment: DemoComment,
): void {
  const replies = comment.replies ?? [];
  const top = addRow(world, parent, plan, comment, {
    parentId: null,
    replyToId: null,
    replyCount: replies.filter((reply) => reply.deleted !== true).length,
  });
  if (comment.accepted === true) plan.acceptedId = top;
  let previous: { id: number; by: string } | undefined;
  for (const reply of replies) {
    const replyToId = previous !== undefined && previous.by !== reply.by ? previous.id : null;
    const id = addRow(world, parent, plan, reply, { parentId: top, replyToId, replyCount: 0 });
    previous = { id, by: reply.by };
  }
}

function addRow(
  world: DemoWorld,
  { post, postId, author }: Parent,
  plan: CommentPlan,
  source: DemoReply,
  thread: { parentId: number | null; replyToId: number | null; replyCount: number },
): number {
  const { board } = post;
  const writer = personNamed(world, source.by);
  const createdAt = writtenAt(world, board, source.ago);
  const id = world.nextCommentId(board);
  const isDeleted = source.deleted === true;
  const later = new Date(Math.min(createdAt.getTime() + EDIT_MS, world.now.getTime()));
  const likers = isDeleted
    ? []
    : pick(world.random, visitorsOf(world), source.likes ?? 0, writer.id);
  plan.rows.push({
    id,
    postId,
    ...thread,
    ...authorColumns(world, board, writer),
    content: source.text,
    mentions: mentionsOf(world, board, source.text),
    likeCount: likers.length,
    createdAt,
    editedAt: source.edited === true ? later : null,
    deletedAt: isDeleted ? later : null,
    deletedBy: isDeleted && !BOARDS[board].anonymous ? writer.id : null,
  });
  plan.likes.push(
    ...likers.map((liker) => ({
      commentId: id,
      memberId: liker.id,
      createdAt: reactionTime(world.random, liker, createdAt, world.now),
    })),
  );
  if (!isDeleted) plan.visible += 1;
  if (writer.id !== author.id) plan.seen.push({ memberId: writer.id, day: kstDay(createdAt) });
  return id;
}

/** Members whom the text names, as the server finds them; nobody on anonymous boards. */
function mentionsOf(world: DemoWorld, board: DemoPost['board'], text: string) {
  if (BOARDS[board].anonymous) return null;
  const people = world.people.map(({ id, nickname: name }) => ({ id, name }));
  const named = mentionsIn(text, people).map(({ person }) => person);
  return named.length === 0 ? null : named;
}

/** Numbers the authors (익명1, 익명2, ...) by their first comment; the author of the post has no number. */
function numberAuthors(world: DemoWorld, { postId, author }: Parent, rows: readonly CommentRow[]) {
  const own = world.seal.seal(author.id);
  const seals = new Map<string, Buffer>();
  for (const { authorSeal } of rows.toSorted(
    (a, b) => a.createdAt.getTime() - b.createdAt.getTime(),
  )) {
    if (authorSeal && !authorSeal.equals(own)) seals.set(authorSeal.toString('hex'), authorSeal);
  }
  return [...seals.values()].map((authorSeal, i) => ({ postId, authorSeal, number: i + 1 }));
}
