import { sql } from 'drizzle-orm';
import type { Tx } from '../../db/client.ts';
import type { TxStatement } from '../../db/fast/fast.ts';
import type { LockedStream } from '../../domain/live/live.repo.ts';
import type { AppendEvent } from '../../domain/live/live.ts';
import { renderNotification, storedCause } from '../../domain/notifications/notifications.ts';
import type { DomainTools } from '../../domain/tools.ts';
import { buildLike, LIKE_LIMIT, likeKey } from './notifications.build.ts';
import { prepareReadGrouped, prepareUpsertGrouped } from './notifications.likes.repo.ts';
import type { Defer } from './notifications.pending.ts';
import { presentNotification } from './notifications.present.ts';
import { countUnread } from './notifications.repo.ts';
import { type PostSource, postColumns } from './notifications.sources.repo.ts';
import type { FollowCauses } from './notifications.standing.repo.ts';

interface Deps extends Pick<DomainTools, 'db' | 'clock' | 'seal' | 'live' | 'throttle'> {
  defer: Defer;
  followCauses: FollowCauses;
}

type LikedItem = Pick<NewLike, 'post' | 'commentId' | 'authorId' | 'actorId'>;

interface NewLike {
  post: PostSource;
  /** Null for a like of the post. */
  commentId: number | null;
  /** Author of the liked post or comment; null when anonymous or erased. */
  authorId: number | null;
  /** Of the comment. */
  isBlinded?: boolean;
  actorId: number;
  /** Likes by others than author and actor. */
  others: number;
  /** `recentLikes`. */
  recent: number;
}

interface LikeNotification {
  /** Sent after the like. */
  statements: readonly TxStatement<unknown>[];
  announce: (append: AppendEvent) => void;
}

/** `postLiked` and `commentLiked` as statements that are sent with those of the like. */
export function createLikeNotifications(deps: Deps) {
  const { db, clock, seal, live, throttle, defer, followCauses } = deps;
  const upsert = prepareUpsertGrouped(db);
  const readGrouped = prepareReadGrouped(db);
  const countLike = throttle.prepareCount(db, 'count_like_notice', LIKE_LIMIT);
  const streamsOf = live.prepareStreams('of_author', sql`array[${sql.placeholder('id')}::bigint]`);

  return {
    /** Columns of the post that `newLike` needs. */
    likedPostColumns: postColumns(sql.placeholder('memberId')),
    /** How many notifications the actor's likes caused in the last day; `likeKey` and `now` are placeholders. */
    recentLikes: throttle.hitsOf(sql.placeholder('likeKey'), LIKE_LIMIT),
    likeValues: (what: 'post' | 'comment', id: number, actorId: number) => ({
      likeKey: likeKey(what, id, actorId),
      now: clock.now(),
    }),

    /** Call while the liked post or comment is locked: otherwise the number in the text may be wrong. */
    newLike(like: NewLike): LikeNotification {
      const { post, commentId, authorId, actorId } = like;
      if (post.isAnonymous) {
        const cause =
          commentId === null
            ? ({ name: 'postLiked', what: { postId: post.id, actorId } } as const)
            : ({ name: 'commentLiked', what: { commentId, actorId } } as const);
        return { statements: [(tx) => defer(tx, cause)], announce: () => undefined };
      }
      if (authorId === null || authorId === actorId) {
        return { statements: [], announce: () => undefined };
      }
      const isHidden = post.isBlinded || like.isBlinded;
      return isHidden ? follow(post, authorId) : notifyAuthor(like, authorId);
    },

    /** Call with the lock of `newLike`: the notification counts the like no more. */
    likeEnded({ post, commentId, authorId, actorId }: LikedItem): LikeNotification {
      if (post.isAnonymous) {
        const what = { postId: post.id, actorId, part: 'likes', commentId } as const;
        const cause = { name: 'threadChanged', what } as const;
        return { statements: [(tx) => defer(tx, cause)], announce: () => undefined };
      }
      const isOther = authorId !== null && authorId !== actorId;
      return isOther ? follow(post, authorId) : { statements: [], announce: () => undefined };
    },
  };

  /** Compares the notifications of the likes with those that are left; repeated likes notify no more. */
  function follow(post: PostSource, memberId: number): LikeNotification {
    const [lock, compare] = followCauses({ likes: post.id, memberId }, clock.now());
    const streams = streamsOf({ id: memberId });
    let isChanged = false;
    let listening: readonly LockedStream[] = [];
    let unreadCount = 0;
    return {
      statements: [
        lock,
        async (tx) => {
          isChanged = (await compare(tx)).some(({ isUnread }) => isUnread);
        },
        streams.hold,
        async (tx) => {
          listening = await streams.lock(tx);
          if (isChanged && listening.length > 0) unreadCount = await countUnread(tx, memberId);
        },
      ],
      announce(append) {
        for (const stream of listening) {
          if (isChanged) append(stream, { type: 'notice-read', unreadCount });
          append(stream, { type: 'post', postId: post.id });
        }
      },
    };
  }

  function notifyAuthor(
    { post, commentId, actorId, others, recent }: NewLike,
    memberId: number,
  ): LikeNotification {
    const notification = buildLike({ post, commentId, likes: others + 1 });
    const { stale: _, audience: __, ...rendered } = renderNotification(notification);
    const groupKey = rendered.groupKey ?? '';
    const row = { ...rendered, memberId, cause: storedCause(notification), createdAt: clock.now() };
    const key =
      commentId === null
        ? likeKey('post', post.id, actorId)
        : likeKey('comment', commentId, actorId);
    const streams = streamsOf({ id: memberId });
    if (recent >= LIKE_LIMIT.max) return follow(post, memberId);

    let isStored = false;
    let listening: readonly LockedStream[] = [];
    let notice: Awaited<ReturnType<ReturnType<typeof readGrouped>>> = null;
    return {
      statements: [
        countLike(key),
        store,
        streams.hold,
        async (tx) => {
          listening = await streams.lock(tx);
        },
        read,
      ],
      announce(append) {
        for (const stream of listening) {
          if (isStored && notice !== null) {
            const { unreadCount } = notice;
            append(stream, {
              type: 'notice',
              notice: presentNotification(notice, seal),
              unreadCount,
            });
          }
          append(stream, { type: 'post', postId: post.id });
        }
      },
    };

    async function store(tx: Tx): Promise<void> {
      isStored = await upsert(row, actorId)(tx);
    }

    async function read(tx: Tx): Promise<void> {
      notice = await readGrouped(memberId, groupKey)(tx);
    }
  }
}
