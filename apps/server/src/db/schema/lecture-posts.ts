import { index, pgTable, text } from 'drizzle-orm/pg-core';
import { bigintId, createdAt, instant, requiredRef } from './columns.ts';
import { members } from './members.ts';
import { posts } from './posts.ts';

/** The official answer to a question, by the room's professor or staff; one per question. */
export const lectureAnswers = pgTable(
  'lecture_answers',
  {
    postId: bigintId('post_id')
      .primaryKey()
      .references(() => posts.id, { onDelete: 'cascade' }),
    authorId: requiredRef('author_id', () => members.id),
    content: text('content').notNull(),
    createdAt: createdAt(),
    updatedAt: instant('updated_at'),
  },
  (t) => [index('lecture_answers_author_idx').on(t.authorId)],
);
