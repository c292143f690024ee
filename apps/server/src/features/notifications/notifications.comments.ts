import type { Tx } from '../../db/client.ts';
import type { Pipeline, TxStatement } from '../../db/pipeline.ts';
import { renderNotification, storedCause } from '../../domain/notifications/notifications.ts';
import type { LockedStream } from '../../platform/live/live.repo.ts';
import type { Tell } from '../../platform/live/live.ts';
import { listeningSince } from '../../platform/live/live-listening.ts';
import type { PlatformTools } from '../../platform/tools.ts';
import {
  insertCommentNotifications,
  newCommentColumns,
  prepareListNewNotices,
  refreshedMembers,
} from './notifications.comments.repo.ts';
import { newsOfComment } from './notifications.news.ts';
import type { Defer } from './notifications.pending.ts';
import { presentNotification } from './notifications.present.ts';
import type { PostSource } from './notifications.sources.repo.ts';

interface Deps extends Pick<PlatformTools, 'db' | 'clock' | 'seal' | 'live'> {
  defer: Defer;
}

interface NewComment {
  id: number;
  postId: number;
  parentId: number | null;
  actorId: number;
}

/** The row of `newCommentColumns`. */
interface CommentSource {
  post: PostSource;
  thread: { answered: number[]; authors: number[]; lastPosition: number; isHeard: boolean };
}

/** What a transaction does about the notifications of its new comment. */
export interface CommentNews {
  /** For `insertCommentNotifications`. */
  values: Record<string, unknown>;
  /** Sent after the comment. */
  statements: readonly TxStatement<unknown>[];
  /** Tells those who listen, once the statements have returned. */
  announce: (send: Pipeline['send'], tell: Tell) => Promise<void>;
}

/** `commentCreated` as parts of the statements that write the comment. */
export function createCommentNotifications({ db, clock, seal, live, defer }: Deps) {
  const listNewNotices = prepareListNewNotices(db);
  const lockStreams = live.prepareStreams('of_thread', refreshedMembers);

  return {
    newCommentColumns,
    insertCommentNotifications: insertCommentNotifications(db),
    /** For `newCommentColumns`. */
    newCommentValues: () => ({ since: listeningSince(clock.now()) }),

    /** `source` was read in the same transaction, before the comment is written under the post's lock. */
    newComment(source: CommentSource, comment: NewComment): CommentNews {
      const { id: commentId, actorId } = comment;
      if (!source.post.isAnonymous) return tellThread(source, comment);
      const cause = { name: 'commentCreated', what: { commentId, actorId } } as const;
      return {
        values: {},
        statements: [(tx) => defer(tx, cause)],
        announce: async () => undefined,
      };
    },
  };

  function tellThread(
    { post, thread: { answered, authors, lastPosition, isHeard } }: CommentSource,
    { id: commentId, postId, parentId, actorId }: NewComment,
  ): CommentNews {
    const owners = post.authorId === null ? [] : [post.authorId];
    const isReply = parentId !== null;
    const news = newsOfComment({ id: commentId, isReply, post }, { answered, owners });
    const { stale, type, subType, content, targetUrl } = renderNotification(news);
    const others = (ids: readonly number[]) => [...new Set(ids)].filter((id) => id !== actorId);
    const memberIds = others(news.to);
    const refreshed = others([...memberIds, ...owners, ...authors]);
    const streams = lockStreams({ authors: refreshed, postId, lastPosition, memberId: actorId });
    const list = listNewNotices({ memberIds, postId, commentId });

    let listening: readonly LockedStream[] = [];
    let notices: Awaited<ReturnType<typeof list>> | null = null;
    return {
      values: {
        noticeTo: memberIds,
        noticeType: type,
        noticeSubType: subType,
        noticeContent: content,
        noticeUrl: targetUrl,
        noticeCause: JSON.stringify(storedCause(news)),
      },
      statements: [
        streams.hold,
        async (tx) => {
          listening = await streams.lock(tx);
        },
        ...(isHeard ? [readNotices] : []),
      ],
      async announce(send, tell) {
        // Somebody began to listen after the thread was read.
        const isMissing = listening.some(({ memberId }) => memberIds.includes(memberId));
        if (notices === null && isMissing) await send(readNotices);
        for (const stream of listening) {
          const row = notices?.find(({ memberId }) => memberId === stream.memberId);
          if (row !== undefined) {
            const notice = presentNotification(row, seal);
            const { unreadCount } = row;
            tell(stream, { type: 'notice', notice, unreadCount, ...(stale && { stale }) });
          }
          tell(stream, { type: 'post', postId });
        }
      },
    };

    async function readNotices(tx: Tx): Promise<void> {
      notices = await list(tx);
    }
  }
}
