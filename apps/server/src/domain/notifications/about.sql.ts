import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { comments, notifications, posts } from '../../db/schema/index.ts';
import { isBlockedAuthor } from '../access/blocks.sql.ts';
import { roomAccess } from '../access/room-access.sql.ts';
import type { RoomViewer } from '../access/room-access.ts';
import { isLive } from '../posts/post.sql.ts';

/** Characters; enough for an excerpt of 50 graphemes. */
const WORDS = sql.raw('600');

// Anonymous content is never quoted in a notification, not even without a name.
const isQuoted = sql`coalesce(${isLive} and not ${posts.anonymous}, false)`;

/**
 * The post and comment of a notification as its reader may see them now; the statement joins `posts` and
 * `comments`.
 */
export function aboutColumns(reader: RoomViewer) {
  const isBlocked = (authorId: SQLWrapper) => isBlockedAuthor(authorId, reader.memberId);
  return {
    postNow: {
      boardType: posts.boardType,
      lectureId: posts.lectureId,
      /** Null for a deleted post. */
      title: sql<string | null>`case when ${isLive} then ${posts.title} end`,
      /** False when the member may not read it. */
      isOpen: sql<boolean>`coalesce(${roomAccess(reader)} = 'open', false)`,
    },
    /**
     * The beginning of the comment, or of a notice, a question, or a post of a followed board or with an
     * alert word; null if the member may not read it.
     */
    words: sql<string | null>`case
      when not ${isQuoted} then null
      when ${notifications.commentId} is not null then ${wordsOf(
        comments.content,
        sql`${comments.deletedAt} is null and not ${isBlocked(comments.authorId)}`,
      )}
      when ${notifications.type} = 'notice' or ${notifications.subType} in ('question', 'followed-board', 'keyword') then ${wordsOf(
        posts.contentText,
        sql`not ${isBlocked(posts.authorId)}`,
      )}
    end`,
  };
}

function wordsOf(text: unknown, condition: SQL): SQL {
  return sql`case when ${condition} then left(${text}, ${WORDS}) end`;
}
