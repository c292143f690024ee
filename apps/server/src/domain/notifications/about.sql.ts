import { type SQL, sql } from 'drizzle-orm';
import { comments, notifications, posts } from '../../db/schema/index.ts';
import { isBlockedAuthor } from '../access/blocks.sql.ts';
import { memberViewer, roomAccess } from '../access/room-access.sql.ts';
import { isLive } from '../posts/post.sql.ts';

/** Characters; enough for an excerpt of 50 graphemes. */
const WORDS = sql.raw('600');

const reader = notifications.memberId;
const isOpen = sql`${roomAccess(memberViewer(reader))} = 'open'`;
/** The words of anonymous content, also without a name, are no part of a notification. */
const isShown = sql`${isLive} and not ${posts.anonymous} and ${isOpen}`;

/**
 * What a notification says of its post and comment as they are now, for statements that join `posts`
 * and `comments` to it.
 */
export const aboutColumns = {
  postNow: {
    boardType: posts.boardType,
    lectureId: posts.lectureId,
    /** Null for a deleted post. */
    title: sql<string | null>`case when ${isLive} then ${posts.title} end`,
    /** False when the member may not read it. */
    isOpen: sql<boolean>`coalesce(${isOpen}, false)`,
  },
  /** The beginning of the comment, or of a notice, a question or a post that was waited for; null when the member may not read it. */
  words: sql<string | null>`case
    when not coalesce(${isShown}, false) then null
    when ${notifications.commentId} is not null then ${wordsOf(
      comments.content,
      sql`${comments.deletedAt} is null and not ${isBlockedAuthor(comments.authorId, reader)}`,
    )}
    when ${notifications.type} = 'notice' or ${notifications.subType} in ('question', 'followed-board', 'keyword') then ${wordsOf(
      posts.contentText,
      sql`not ${isBlockedAuthor(posts.authorId, reader)}`,
    )}
  end`,
};

function wordsOf(text: unknown, condition: SQL): SQL {
  return sql`case when ${condition} then left(${text}, ${WORDS}) end`;
}
