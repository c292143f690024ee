import pLimit from 'p-limit';
import type { Tx } from '../../db/client.ts';
import {
  type AlertFacts,
  type NotificationOf,
  renderNotification,
  storedCause,
} from '../../domain/notifications/notifications.ts';
import { truncateToMinute } from '../../platform/clock.ts';
import { failureToThrow } from '../../platform/database/persist.ts';
import type { Emit } from '../../platform/live/live.ts';
import type { PlatformTools } from '../../platform/tools.ts';
import {
  type AlertRow,
  type DueAlert,
  deleteDueAlert,
  listAlerted,
  listBoardFollowers,
  listById,
  listDueAlerts,
  listPostFollowers,
  lockDueAlert,
  moveDueAlert,
  upsertAlerts,
} from './notifications.alerts.repo.ts';
import type { Audience } from './notifications.audience.ts';
import { countUnreadOf } from './notifications.broadcast.repo.ts';
import { actorOf } from './notifications.news.ts';
import {
  presentNotification,
  sealGroupKey,
  sealNotificationText,
} from './notifications.present.ts';
import {
  findCommentSource,
  findPostSource,
  type PostSource,
} from './notifications.sources.repo.ts';

/** Members per transaction. */
const CHUNK = 500;

interface Deps extends Pick<PlatformTools, 'db' | 'clock' | 'seal' | 'live'> {
  audience: Audience;
}

/** What members who asked for it are told of a comment or post, and who they are. */
interface Alert {
  notification: NotificationOf<keyof AlertFacts>;
  post: PostSource;
  commentId: number | null;
  authorId: number | undefined;
  among: readonly number[];
  /** The author, and who is told of it in another way. */
  except: readonly number[];
}

/**
 * Tells followers of posts and boards, in transactions of their own after that of the comment or post,
 * which therefore does not wait for them. The cursor moves with the notifications of a chunk: nobody is
 * left out or told twice.
 */
export function createAlerts({ db, clock, seal, live, audience }: Deps) {
  /** One run at a time, which finds what came during the one before. */
  const inTurn = pLimit(1);

  return {
    /** Tells all who wait; one that fails does not stop the others. Returns the number of transactions. */
    sendAlerts: (): Promise<number> => inTurn(sendAll),
  };

  async function sendAll(): Promise<number> {
    const failures: unknown[] = [];
    let chunks = 0;
    for (const id of await listDueAlerts(db)) {
      try {
        do chunks += 1;
        while (await live.transaction((tx, emit) => tellChunk(tx, emit, id)));
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw failureToThrow(failures);
    return chunks;
  }

  /** False when nobody is left to be told. */
  async function tellChunk(tx: Tx, emit: Emit, id: number): Promise<boolean> {
    const due = await lockDueAlert(tx, id);
    if (due === null) return false;
    const alert = due.commentId === null ? await ofPost(tx, due) : await ofComment(tx, due);
    const toldTo = alert === null ? null : await tellNext(tx, emit, alert, due.toldTo);
    if (toldTo === null) await deleteDueAlert(tx, id);
    else await moveDueAlert(tx, id, toldTo);
    return toldTo !== null;
  }

  /** Returns the last member that was told; null when there are no more. */
  async function tellNext(
    tx: Tx,
    emit: Emit,
    alert: Alert,
    afterId: number,
  ): Promise<number | null> {
    const memberIds = await nextMembers(tx, alert, afterId);
    if (memberIds.length > 0) await tell(tx, emit, alert, memberIds);
    return memberIds.length < CHUNK ? null : (memberIds.at(-1) ?? null);
  }

  async function ofPost(tx: Tx, { postId }: DueAlert): Promise<Alert | null> {
    const post = await findPostSource(tx, postId);
    if (post === null) return null;
    const among = await listBoardFollowers(tx, post.boardType);
    const notification = { kind: 'followedBoardPosted', facts: { post } } as const;
    const except = audience.membersOf([post]);
    return { notification, post, commentId: null, authorId: except[0], among, except };
  }

  /** Who hears of the comment as an author is not told as a follower. */
  async function ofComment(tx: Tx, { commentId }: DueAlert): Promise<Alert | null> {
    const source = commentId === null ? null : await findCommentSource(tx, commentId);
    if (source === null) return null;
    const { id, post, author, answered } = source;
    const facts = { post, commentId: id, actor: actorOf(post) };
    return {
      notification: { kind: 'followedPostCommented', facts },
      post,
      commentId: id,
      authorId: audience.membersOf([author])[0],
      among: audience.membersOf(await listPostFollowers(tx, post.id)),
      except: audience.membersOf([author, post, ...answered]),
    };
  }

  function nextMembers(tx: Tx, alert: Alert, afterId: number): Promise<number[]> {
    const { notification, post, commentId, authorId, among, except } = alert;
    const { type } = renderNotification(notification);
    return listAlerted(tx, {
      ...{ among, except, afterId, limit: CHUNK, wanting: type, postId: post.id, commentId },
      // Skipping it would reveal to a blocker who wrote it.
      withoutBlockWith: post.isAnonymous ? null : (authorId ?? null),
    });
  }

  async function tell(
    tx: Tx,
    emit: Emit,
    { notification, post }: Alert,
    memberIds: readonly number[],
  ): Promise<void> {
    const { isAnonymous } = post;
    const { type, subType, postId, commentId, ...rendered } = renderNotification(notification);
    const cause = storedCause(notification);
    const rows = memberIds.map((memberId): AlertRow => {
      const { content, targetUrl, groupKey } = rendered;
      const open = { memberId, content, targetUrl, groupKey, cause, targetSeal: null };
      if (!isAnonymous) return open;
      return {
        ...{ memberId, content: '', targetUrl: null, cause: null },
        targetSeal: sealNotificationText(seal, memberId, { content, targetUrl, postId, cause }),
        groupKey: groupKey && sealGroupKey(seal, memberId, groupKey),
      };
    });
    const about = isAnonymous ? { postId: null, commentId: null } : { postId, commentId };
    const createdAt = isAnonymous ? truncateToMinute(clock.now()) : clock.now();
    const written = await upsertAlerts(tx, rows, { type, subType, ...about, createdAt });
    await announce(emit, written);
  }

  /** The events of all who listen need two statements. */
  async function announce(
    emit: Emit,
    written: readonly { id: number; memberId: number }[],
  ): Promise<void> {
    const ids = written.map(({ id }) => id);
    const memberIds = written.map(({ memberId }) => memberId);
    const load = async (tx: Tx) => ({
      rows: new Map((await listById(tx, ids)).map((row) => [row.id, row])),
      unread: await countUnreadOf(tx, memberIds),
    });
    let loaded: ReturnType<typeof load> | null = null;
    for (const { id, memberId } of written) {
      await emit(memberId, async (lockedTx) => {
        loaded ??= load(lockedTx);
        const { rows, unread } = await loaded;
        const row = rows.get(id);
        if (row === undefined) throw new Error('the notification is gone');
        const notice = presentNotification(row, seal);
        return { type: 'notice', notice, unreadCount: unread.get(memberId) ?? 0 };
      });
    }
  }
}
