import type { TxStatement } from '../../db/pipeline.ts';
import { renderNotification, storedCause } from '../../domain/notifications/notifications.ts';
import type { LockedStream } from '../../platform/live/live.repo.ts';
import type { Tell } from '../../platform/live/live.ts';
import type { PlatformTools } from '../../platform/tools.ts';
import {
  prepareFindNewComment,
  prepareInsertNotifications,
  prepareListNewNotices,
  refreshedMembers,
} from './notifications.comments.repo.ts';
import type { Defer } from './notifications.pending.ts';
import { presentNotification } from './notifications.present.ts';
import { actorOf } from './notifications.threads.ts';

interface Deps extends Pick<PlatformTools, 'db' | 'clock' | 'seal' | 'live'> {
  defer: Defer;
}

interface NewComment {
  id: number;
  postId: number;
  parentId: number | null;
  actorId: number;
}

/** What a transaction sends after the new comment, and then does with the results. */
export interface CommentNews {
  statements: readonly TxStatement<unknown>[];
  announce: (tell: Tell) => void;
}

/** `commentCreated` as statements that travel with those of the comment. */
export function createCommentNotifications({ db, clock, seal, live, defer }: Deps) {
  const findNewComment = prepareFindNewComment(db);
  const insertNotifications = prepareInsertNotifications(db);
  const listNewNotices = prepareListNewNotices(db);
  const lockStreams = live.prepareStreams('of_thread', refreshedMembers);
  type Source = NonNullable<Awaited<ReturnType<ReturnType<typeof findNewComment>>>>;

  return {
    findNewComment,

    /** `source` comes from `findNewComment` in the same transaction. Needs the post's lock. */
    newComment(source: Source, comment: NewComment): CommentNews {
      const { id: commentId, actorId } = comment;
      if (!source.post.isAnonymous) return tellThread(source, comment);
      const cause = { name: 'commentCreated', what: { commentId, actorId } } as const;
      return { statements: [(tx) => defer(tx, cause)], announce: () => undefined };
    },
  };

  function tellThread(
    { post, answered, authors, lastPosition }: Source,
    { id: commentId, postId, parentId, actorId }: NewComment,
  ): CommentNews {
    const kind = parentId === null ? 'comment' : 'reply';
    const facts = { post, commentId, actor: actorOf(post) };
    const { stale, ...rendered } = renderNotification({ kind, facts });
    const cause = storedCause({ kind, facts });
    const owners = post.authorId === null ? [] : [post.authorId];
    const others = (ids: readonly number[]) => [...new Set(ids)].filter((id) => id !== actorId);
    const memberIds = others(parentId === null ? owners : answered);
    const refreshed = others([...memberIds, ...owners, ...authors]);
    const streams = lockStreams({ authors: refreshed, postId, lastPosition, actorId });
    const list = listNewNotices({ memberIds, postId, commentId });

    let listening: readonly LockedStream[] = [];
    let notices: Awaited<ReturnType<typeof list>> = [];
    return {
      statements: [
        insertNotifications({ ...rendered, cause, createdAt: clock.now() }, { memberIds, actorId }),
        streams.hold,
        async (tx) => {
          listening = await streams.lock(tx);
        },
        async (tx) => {
          notices = await list(tx);
        },
      ],
      announce(tell) {
        for (const stream of listening) {
          const row = notices.find(({ memberId }) => memberId === stream.memberId);
          if (row !== undefined) {
            const notice = presentNotification(row, seal);
            const { unreadCount } = row;
            tell(stream, { type: 'notice', notice, unreadCount, ...(stale && { stale }) });
          }
          tell(stream, { type: 'post', postId });
        }
      },
    };
  }
}
