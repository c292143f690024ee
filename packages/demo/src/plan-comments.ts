import { BOARDS } from '@naru/contract/boards';
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

/** Everything that stands below one post. */
export interface CommentPlan {
  rows: CommentRow[];
  likes: (typeof commentLikes.$inferInsert)[];
  voices: (typeof anonymousNumbers.$inferInsert)[];
  acceptedId: number | null;
  /** Comments and replies that are not deleted. */
  visible: number;
  /** Who read the post to comment on it. */
  seen: ViewRow[];
}

interface Place {
  post: DemoPost;
  postId: number;
  author: Person;
}

/** The thread of a post as rows, counters included. */
export function planComments(world: DemoWorld, place: Place): CommentPlan {
  const plan: CommentPlan = {
    rows: [],
    likes: [],
    voices: [],
    acceptedId: null,
    visible: 0,
    seen: [],
  };
  for (const comment of place.post.comments) addThread(world, place, plan, comment);
  if (BOARDS[place.post.board].anonymous) plan.voices = numberVoices(world, place, plan.rows);
  return plan;
}

function addThread(world: DemoWorld, place: Place, plan: CommentPlan, comment: DemoComment): void {
  const replies = comment.replies ?? [];
  const top = addRow(world, place, plan, comment, {
    parentId: null,
    replyToId: null,
    replyCount: replies.filter((reply) => reply.deleted !== true).length,
  });
  if (comment.accepted === true) plan.acceptedId = top;
  let previous: { id: number; by: string } | undefined;
  for (const reply of replies) {
    const answers = previous !== undefined && previous.by !== reply.by ? previous.id : null;
    const id = addRow(world, place, plan, reply, {
      parentId: top,
      replyToId: answers,
      replyCount: 0,
    });
    previous = { id, by: reply.by };
  }
}

function addRow(
  world: DemoWorld,
  { post, postId, author }: Place,
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

/** 익명1, 익명2, ... in the order of the first comment; the author of the post has no number. */
function numberVoices(world: DemoWorld, { postId, author }: Place, rows: readonly CommentRow[]) {
  const own = world.seal.seal(author.id);
  const voices = new Map<string, Buffer>();
  for (const { authorSeal } of rows.toSorted(
    (a, b) => a.createdAt.getTime() - b.createdAt.getTime(),
  )) {
    if (authorSeal && !authorSeal.equals(own)) voices.set(authorSeal.toString('hex'), authorSeal);
  }
  return [...voices.values()].map((authorSeal, i) => ({ postId, authorSeal, number: i + 1 }));
}
