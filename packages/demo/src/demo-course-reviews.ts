import { courseReviewBody } from '@naru/contract/course-reviews';
import type { Tx } from '@naru/server/db/client';
import { courseReviews } from '@naru/server/db/schema';
import { sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import reviewList from './content/course-reviews.json' with { type: 'json' };
import type { DemoAuthors } from './demo-authors.ts';
import { lectureNamed } from './demo-lectures.ts';
import { type DemoWorld, personNamed } from './demo-world.ts';

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
