import { LECTURE_BOARD_TYPES } from '@naru/contract/boards';
import { courseReviewBody } from '@naru/contract/course-reviews';
import type { Tx } from '@naru/server/db/client';
import { courseReviews, lectureAnswers } from '@naru/server/db/schema';
import { truncateToMinute } from '@naru/server/platform/clock';
import { sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import reviewList from './content/course-reviews.json' with { type: 'json' };
import lecturePostList from './content/lecture-posts.json' with { type: 'json' };
import { ago, type DemoPost, postSchema } from './content.ts';
import { wakingTimeBefore } from './demo-calendar.ts';
import { lectureNamed } from './demo-lectures.ts';
import { type DemoAuthors, type DemoWorld, personNamed } from './demo-world.ts';
import { type PostPlan, planPost } from './plan-posts.ts';

const lecturePostSchema = z.strictObject({
  ...postSchema.shape,
  /** Key of the lecture. */
  room: z.string(),
  board: z.enum(LECTURE_BOARD_TYPES),
  answer: z.optional(z.strictObject({ by: z.string(), ago, body: z.array(z.string()) })),
});
type DemoLecturePost = z.output<typeof lecturePostSchema>;

/** `post` is the lecture post in the shape of a board post for the planner. */
interface Draft {
  source: DemoLecturePost;
  post: DemoPost;
}

/** Anonymous lecture posts are planned like those of the secret board. */
export function demoLecturePosts(): Draft[] {
  return z.parse(z.array(lecturePostSchema), lecturePostList).map((source) => {
    const { room: _r, board: _b, anonymous, answer: _a, ...post } = source;
    return { source, post: { ...post, board: anonymous === true ? 'SECRET' : 'QNA' } };
  });
}

interface Parts {
  world: DemoWorld;
  rooms: ReadonlyMap<string, number>;
}

interface LecturePlan {
  source: DemoLecturePost;
  plan: PostPlan;
}

export function planLecturePosts({ world, rooms }: Parts): LecturePlan[] {
  return demoLecturePosts().map(({ source, post }) => {
    const plan = planPost(world, post);
    const lectureId = lectureNamed(rooms, source.room);
    return { source, plan: { ...plan, row: { ...plan.row, boardType: source.board, lectureId } } };
  });
}

/** Inserts the answers to stored questions. */
export async function insertLectureAnswers(
  tx: Tx,
  world: DemoWorld,
  plans: readonly LecturePlan[],
): Promise<void> {
  await tx.insert(lectureAnswers).values(plans.flatMap((plan) => answerRows(world, plan)));
}

function answerRows(world: DemoWorld, { source, plan }: LecturePlan) {
  const { answer } = source;
  if (answer === undefined) return [];
  const time = wakingTimeBefore(world.now, answer.ago);
  return [
    {
      postId: plan.row.id,
      authorId: personNamed(world, answer.by).id,
      content: world.readContent(answer.body.join('')).html,
      createdAt: source.anonymous === true ? truncateToMinute(time) : time,
    },
  ];
}

const reviewSchema = z.strictObject({
  /** Nickname. */
  by: z.string(),
  /** Key of the lecture. */
  lecture: z.string(),
  ...courseReviewBody.shape,
});

/** Inserts the course reviews: five of one course, and two of another, which therefore shows none. */
export async function insertDemoCourseReviews(
  tx: Tx,
  world: DemoWorld,
  rooms: ReadonlyMap<string, number>,
): Promise<void> {
  const list = z.parse(z.array(reviewSchema), reviewList);
  await tx.insert(courseReviews).values(
    list.map(({ by, lecture, ...review }) => ({
      ...review,
      id: world.nextPostId('SECRET'),
      lectureId: lectureNamed(rooms, lecture),
      authorSeal: world.seal.seal(personNamed(world, by).id),
    })),
  );
}

export async function removeDemoCourseReviews(tx: Tx, { wrote }: DemoAuthors): Promise<void> {
  const theirs = wrote({ authorId: sql`null`, authorSeal: sql`author_seal` });
  await tx.execute(sql`delete from ${courseReviews} where ${theirs}`);
}
