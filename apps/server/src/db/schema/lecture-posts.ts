import { index, pgTable, smallint, text } from 'drizzle-orm/pg-core';
import { bigintId, createdAt, instant, requiredRef } from './columns.ts';
import { fileColumns } from './files.ts';
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

/** A file in the materials tab. */
export const attachments = pgTable(
  'attachments',
  {
    ...fileColumns(),
    position: smallint('position').notNull().default(0),
    /** Name as uploaded, in NFC, without a path. */
    name: text('name').notNull(),
  },
  (t) => [
    index('attachments_owner_idx').on(t.ownerId, t.createdAt),
    index('attachments_post_idx').on(t.postId),
    index('attachments_created_idx').on(t.createdAt),
  ],
);
