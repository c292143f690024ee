import { setImmediate } from 'node:timers/promises';
import type { NotificationType } from '@naru/contract/notifications';
import type { SQL } from 'drizzle-orm';
import type { Tx } from '../../db/client.ts';
import type { Pipeline, TxStatement, ValueOf } from '../../db/fast/fast.ts';
import type { LockedStream } from '../../domain/live/live.repo.ts';
import type { AppendEvent } from '../../domain/live/live.ts';
import { listeningSince } from '../../domain/live/live-listening.ts';
import { renderNotification, storedCause } from '../../domain/notifications/notifications.ts';
import type { DomainTools } from '../../domain/tools.ts';
import { buildComment, buildMention } from './notifications.build.ts';
import {
  authorsSince,
  insertCommentNotifications,
  newCommentColumns,
  prepareInsertMentions,
  prepareListNewNotices,
  refreshedMembers,
} from './notifications.comments.repo.ts';
import type { Defer } from './notifications.pending.ts';
import { presentNotification } from './notifications.present.ts';
import { isReachable } from './notifications.repo.ts';
import type { PostSource } from './notifications.sources.repo.ts';

const COMMENT_TYPE: NotificationType = 'comment';

interface Deps extends Pick<DomainTools, 'db' | 'clock' | 'seal' | 'live'> {
  defer: Defer;
}

export interface NewComment {
  id: number;
  postId: number;
  parentId: number | null;
  actorId: number;
  /** Members whom its text mentions and a notification reaches; none for undefined. */
  mentioned?: readonly number[];
}

/** The row of `newCommentColumns`. */
export interface CommentSource {
  post: PostSource;
  thread: { answered: number[]; authors: number[]; lastPosition: number; hasListeners: boolean };
}

/** For `insertCommentNotifications`. */
export interface NoticeValues {
  /** An array of ids as PostgreSQL writes it. */
  noticeTo: string;
  noticeType: string;
  noticeSubType: string | null;
  noticeContent: string;
  noticeUrl: string | null;
  noticeCause: string;
  noticeGroup: string | null;
}

/** The notifications of a transaction's new comments. */
interface CommentNotifications {
  /** One for each comment; undefined below an anonymous post, whose notifications are sent later. */
  values: readonly (NoticeValues | undefined)[];
  /** Sent after the comments. */
  statements: readonly TxStatement<unknown>[];
  /**
   * Call when the statements have returned: adds each notification to the streams of its recipients, then one
   * refresh for each post. `since` lists, for each comment, the members who commented below its post after
   * its source was read.
   */
  announce: (
    send: Pipeline['send'],
    append: AppendEvent,
    since: readonly (readonly number[])[],
  ) => Promise<void>;
}

/** `commentCreated` as parts of the statements that write the comment. */
export function createCommentNotifications({ db, clock, seal, live, defer }: Deps) {
  const listNewNotices = prepareListNewNotices(db);
  const lockStreams = live.prepareStreams('of_thread', refreshedMembers);
  const insertMentions = prepareInsertMentions(db);

  return {
    newCommentColumns,
    authorsSince,
    insertCommentNotifications: (of: ValueOf, written: SQL) =>
      insertCommentNotifications(db, of, written),
    /** Whether a member in `members` wants notifications of another member's comments. */
    wantsCommentNotifications: (memberId: unknown) =>
      isReachable(db, { wanting: COMMENT_TYPE, actorId: memberId }),

    /** For `newCommentColumns`. */
    newCommentValues: () => ({ since: listeningSince(clock.now()) }),

    /** Each `source` was read in the same transaction, before the post was locked and the comment written. */
    newComments(
      all: readonly { source: CommentSource; comment: NewComment }[],
    ): CommentNotifications {
      const plans = all.map(({ source, comment }) =>
        source.post.isAnonymous ? null : planComment(source, comment),
      );
      const deferred = all.flatMap(({ comment }, index) =>
        plans[index] === null ? [deferComment(comment)] : [],
      );
      const values = plans.map((plan) => plan?.values);
      if (deferred.length === all.length) {
        return { values, statements: deferred, announce: async () => undefined };
      }
      const { statements, announce } = planned(plans);
      return { values, statements: [...deferred, ...statements], announce };
    },
  };

  function deferComment({ id: commentId, actorId }: NewComment): TxStatement<void> {
    const cause = { name: 'commentCreated', what: { commentId, actorId } } as const;
    return (tx) => defer(tx, cause);
  }

  function mentionValues({ comment, mentioned, mention }: CommentPlan) {
    const { type, subType, content, targetUrl: url, groupKey } = renderNotification(mention);
    const { id: commentId, postId } = comment;
    const cause = JSON.stringify(storedCause(mention));
    const text = { type, subType, content, url, cause, groupKey };
    return { memberIds: mentioned, postId, commentId, createdAt: clock.now(), ...text };
  }

  function planned(
    plans: readonly (CommentPlan | null)[],
  ): Pick<CommentNotifications, 'statements' | 'announce'> {
    const all = plans.filter((plan) => plan !== null);
    const memberIds = unique(all.flatMap(({ to, mentioned }) => [...to, ...mentioned]));
    const postIds = all.map(({ comment }) => comment.postId);
    const streams = lockStreams({
      authors: unique(all.flatMap(({ refreshed }) => refreshed)),
      postIds,
      lastPositions: all.map(({ lastPosition }) => lastPosition),
      actorIds: all.map(({ comment }) => comment.actorId),
    });
    const list = listNewNotices({
      memberIds,
      postIds,
      commentIds: all.map(({ comment }) => comment.id),
    });

    let listening: readonly LockedStream[] = [];
    let notices: Awaited<ReturnType<typeof list>> | null = null;
    return {
      statements: [
        ...all.flatMap((one) =>
          one.mentioned.length > 0 ? [insertMentions(mentionValues(one))] : [],
        ),
        streams.hold,
        async (tx) => {
          listening = await streams.lock(tx);
        },
        ...(all.some(({ hasListeners }) => hasListeners) ? [readNotices] : []),
      ],
      async announce(send, append, since) {
        // A member began to listen after the thread was read.
        const isMissing = listening.some(({ memberId }) => memberIds.includes(memberId));
        if (notices === null && isMissing) await send(readNotices);
        const concerned = plans.flatMap((one, index) =>
          one === null ? [] : [concernedBy(one, since[index] ?? [])],
        );
        for (const [index, one] of all.entries()) {
          for (const stream of concerned[index] ?? []) appendNotice(one, stream, append);
        }
        await refreshPages(
          postIds.map((postId, index) => [postId, concerned[index] ?? []]),
          append,
        );
      },
    };

    /** `listening` holds the streams of all threads; all of them concern a single comment. */
    function concernedBy({ refreshed }: CommentPlan, since: readonly number[]) {
      if (all.length === 1) return listening;
      const concerned = new Set([...refreshed, ...since]);
      return listening.filter(({ memberId }) => concerned.has(memberId));
    }

    function appendNotice(
      { comment, stale }: CommentPlan,
      stream: LockedStream,
      append: AppendEvent,
    ): void {
      const row = notices?.find(
        ({ memberId, commentId }) => memberId === stream.memberId && commentId === comment.id,
      );
      if (row === undefined) return;
      const notice = presentNotification(row, seal);
      const { unreadCount } = row;
      append(stream, { type: 'notice', notice, unreadCount, ...(stale && { stale }) });
    }

    async function readNotices(tx: Tx): Promise<void> {
      notices = await list(tx);
    }
  }
}

/** Adds one event per post to each stream, however many comments the post got. */
async function refreshPages(
  concerned: readonly (readonly [postId: number, streams: readonly LockedStream[]])[],
  append: AppendEvent,
): Promise<void> {
  for (const postId of unique(concerned.map(([id]) => id))) {
    const streams = concerned.flatMap(([id, those]) => (id === postId ? those : []));
    for (const stream of new Set(streams)) append(stream, { type: 'post', postId });
    // Yields: each event is encrypted, and a post can have a hundred open pages.
    if (concerned.length > 1) await setImmediate();
  }
}

type CommentPlan = ReturnType<typeof planComment>;

/** The notification of a comment below a named post, and the members whose pages it refreshes. */
function planComment(
  { post, thread: { answered, authors, lastPosition, hasListeners } }: CommentSource,
  comment: NewComment,
) {
  const { id, parentId, actorId, mentioned: named = [] } = comment;
  const owners = post.authorId === null ? [] : [post.authorId];
  const isReply = parentId !== null;
  const notification = buildComment({ id, isReply, post }, { answered, owners });
  const { stale, type, subType, content, targetUrl, groupKey } = renderNotification(notification);
  const others = (ids: readonly number[]) => unique(ids).filter((id) => id !== actorId);
  const to = others(notification.to);
  const values: NoticeValues = {
    noticeTo: `{${to.join()}}`,
    noticeType: type,
    noticeSubType: subType,
    noticeContent: content,
    noticeUrl: targetUrl,
    noticeCause: JSON.stringify(storedCause(notification)),
    noticeGroup: groupKey,
  };
  // One notification per member and comment: the reply notification wins over the mention.
  const mentioned = others(post.isBlinded ? [] : named).filter((id) => !to.includes(id));
  const refreshed = others([...to, ...mentioned, ...owners, ...authors]);
  return {
    comment,
    to,
    values,
    mentioned,
    mention: buildMention({ id, post }),
    refreshed,
    lastPosition,
    hasListeners: hasListeners || mentioned.length > 0,
    stale,
  };
}

const unique = (ids: readonly number[]) => [...new Set(ids)];
