import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { comments, notifications, posts } from '../../db/schema/index.ts';
import { isBlockedAuthor } from '../access/blocks.sql.ts';
import { roomAccess } from '../access/room-access.sql.ts';
import type { RoomViewer } from '../access/room-access.ts';
import { isLive } from '../posts/post.sql.ts';

/** Characters; enough for an excerpt of 50 graphemes. */
const WORDS = sql.raw('600');

// The words of anonymous content, also without a name, are no part of a notification.
const isQuoted = sql`coalesce(${isLive} and not ${posts.anonymous}, false)`;

/**
 * What a notification says to its reader of its post and comment as they are now, for statements that join
 * `posts` and `comments` to it.
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
    /** The beginning of the comment, or of a notice, a question or a post that was waited for; only for members who may read it. */
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
