import { boolean, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { bigintId, bytes, createdAt, instant } from './columns.ts';
import { posts } from './posts.ts';

/** Articles of other sites that became posts, each once; the row outlives its post, so that none comes back. */
export const importedArticles = pgTable(
  'imported_articles',
  {
    /** Of the source: `source:name` for a configured one, `key:name` for service keys of that name. */
    sourceKey: text('source_key').notNull(),
    /** Of the article, at its source. */
    sourceId: text('source_id').notNull(),
    /** Null once the post is erased. */
    postId: bigintId('post_id').references(() => posts.id, { onDelete: 'set null' }),
    /** SHA-256 of the article as it was read last. */
    readHash: bytes('read_hash').notNull(),
    /** SHA-256 of what was made of it; differs only when readers see a change. */
    textHash: bytes('text_hash').notNull(),
    /** As the source says; null: it does not. */
    publishedAt: instant('published_at'),
    /** The post is pinned because the source says so. */
    pinned: boolean('pinned').notNull().default(false),
    createdAt: createdAt(),
    /** When the text of its post was last made of it. */
    updatedAt: instant('updated_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.sourceKey, t.sourceId] }),
    index('imported_articles_post_idx').on(t.postId),
  ],
);
