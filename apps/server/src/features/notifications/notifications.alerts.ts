import { setImmediate } from 'node:timers/promises';
import { isLectureBoard, LECTURE_BOARDS } from '@naru/contract/boards';
import { foldText } from '@naru/contract/folding';
import type { NotificationType } from '@naru/contract/notifications';
import pLimit from 'p-limit';
import type { Tx } from '../../db/client.ts';
import type { Emit } from '../../domain/live/live.ts';
import type { AlertFacts } from '../../domain/notifications/notification-kinds.ts';
import {
  type NotificationOf,
  renderNotification,
  storedCause,
} from '../../domain/notifications/notifications.ts';
import type { DomainTools } from '../../domain/tools.ts';
import { hasCome, truncateToMinute } from '../../platform/clock.ts';
import { failureToThrow } from '../../platform/database/persist.ts';
import {
  type AlertRow,
  type DueAlert,
  deleteDueAlert,
  isBeingSent,
  listAlerted,
  listBoardFollowers,
  listById,
  listDueAlerts,
  listWordsFound,
  lockDueAlert,
  moveDueAlert,
  readPostText,
  upsertAlerts,
} from './notifications.alerts.repo.ts';
import type { Audience } from './notifications.audience.ts';
import { countUnreadOf } from './notifications.broadcast.repo.ts';
import { actorOf } from './notifications.build.ts';
import { createFollowers } from './notifications.followers.ts';
import type { ReleaseAt } from './notifications.pending.ts';
import { presentNotification } from './notifications.present.ts';
import { joinSealed, sealGroupKey, sealNotificationText } from './notifications.sealed.ts';
import {
  findCommentSource,
  findLectureSource,
  findPostSource,
  type PostSource,
} from './notifications.sources.repo.ts';

/** Members per transaction. */
const CHUNK = 500;
/** Characters of title and text that are searched for alert words. */
const TEXT_MAX = 20_000;
/** Members handled before yielding to the event loop: opening and making seals takes time. */
const YIELD_EVERY = 20;

type AlertNotification = NotificationOf<keyof AlertFacts>;

interface Deps extends Pick<DomainTools, 'db' | 'clock' | 'seal' | 'live'> {
  releaseAt: ReleaseAt;
  audience: Audience;
  sendBroadcasts: () => Promise<unknown>;
}

/** The notifications of a comment or post for members who asked for them, with the recipients. */
interface Alert {
  /** All have the same type. Equal notifications are one object, which is rendered once. */
  notificationOf: (memberId: number) => AlertNotification;
  type: NotificationType;
  post: PostSource;
  commentId: number | null;
  authorId: number | undefined;
  among: readonly number[];
  /** The author, and members who get another notification of the same comment or post. */
  except: readonly number[];
}

/**
 * Notifies followers of posts and boards, and members with alert words, in separate transactions after that
 * of the comment or post, whose writer therefore does not wait. Each chunk is committed with its cursor, so
 * that nobody is left out or notified twice.
 */
export function createAlerts(deps: Deps) {
  const { db, clock, seal, live, audience, releaseAt, sendBroadcasts } = deps;
  const followers = createFollowers({ seal });
  /** One run at a time: the next one finds alerts that arrived during it. */
  const oneAtATime = pLimit(1);

  return {
    /** Sends all released alerts; one that fails does not stop the others. Returns the number of transactions. */
    sendAlerts: (): Promise<number> => oneAtATime(sendAll),

    /** `sendAlerts` as a job. Returns at once if a waiting run will send everything, so as to free the job slot. */
    sendAlertsSoon: async (): Promise<void> => {
      if (oneAtATime.pendingCount === 0) await oneAtATime(sendAll);
    },
  };

  async function sendAll(): Promise<number> {
    const failures: unknown[] = [];
    let chunks = 0;
    const released = await listReleased();
    // Who is notified of a notice is not notified of its words, too.
    if (released.length > 0) await sendBroadcasts();
    for (const id of released) {
      try {
        do chunks += 1;
        while (await live.transaction((tx, emit) => notifyChunk(tx, emit, id)));
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw failureToThrow(failures);
    return chunks;
  }

  /** Ids of all alerts but those about anonymous content whose minute is not over. */
  async function listReleased(): Promise<number[]> {
    const now = clock.now();
    const all = await listDueAlerts(db);
    return all
      .filter(({ anonymousAt }) => anonymousAt === null || hasCome(releaseAt(anonymousAt), now, 60))
      .map(({ id }) => id);
  }

  /** False when nobody is left to notify. */
  async function notifyChunk(tx: Tx, emit: Emit, id: number): Promise<boolean> {
    const due = await lockDueAlert(tx, id);
    if (due === null || (await isBeingSent(tx, due.postId))) return false;
    const alert = due.commentId === null ? await ofPost(tx, due) : await ofComment(tx, due);
    const toldTo = alert === null ? null : await notifyNext(tx, emit, alert, due.toldTo);
    if (toldTo === null) await deleteDueAlert(tx, id);
    else await moveDueAlert(tx, id, toldTo);
    return toldTo !== null;
  }

  /** Returns the last notified member; null when there are no more. */
  async function notifyNext(
    tx: Tx,
    emit: Emit,
    alert: Alert,
    afterId: number,
  ): Promise<number | null> {
    const memberIds = await nextMembers(tx, alert, afterId);
    if (memberIds.length > 0) await notify(tx, emit, alert, memberIds);
    return memberIds.length < CHUNK ? null : (memberIds.at(-1) ?? null);
  }

  /** Members with an alert word in the post are notified of the word, not again as followers of its board. */
  async function ofPost(tx: Tx, { postId, toldTo }: DueAlert): Promise<Alert | null> {
    const post = await findPostSource(tx, postId);
    if (post === null) return null;
    const text = foldText((await readPostText(tx, postId)).slice(0, TEXT_MAX));
    const words = await listWordsFound(tx, text, toldTo);
    const followers = await listBoardFollowers(tx, post.boardType);
    const posted = { kind: 'followedBoardPosted', facts: { post } } as const;
    // Includes the author of an anonymous post: a follower without a notification would be known as the author.
    const authors = post.isAnonymous ? [] : audience.membersOf([post]);
    const asked = await findAsked(tx, post);
    const found = new Map<string, AlertNotification>();
    for (const word of words.values())
      found.set(word, { kind: 'wordFound', facts: { post, word } });
    return {
      notificationOf: (memberId) => found.get(words.get(memberId) ?? '') ?? posted,
      type: 'other',
      ...{ post, commentId: null, authorId: authors[0], except: [...authors, ...asked] },
      among: [...new Set([...followers, ...words.keys()])],
    };
  }

  /** The professor of a question's room, who is notified of it already. */
  async function findAsked(tx: Tx, { boardType, lectureId }: PostSource): Promise<number[]> {
    if (lectureId === null || !isLectureBoard(boardType)) return [];
    if (!LECTURE_BOARDS[boardType].answeredByProfessor) return [];
    return [(await findLectureSource(tx, lectureId))?.professorId ?? []].flat();
  }

  /** Followers who are also an author or are mentioned get only the more specific notification. */
  async function ofComment(tx: Tx, { commentId }: DueAlert): Promise<Alert | null> {
    const source = commentId === null ? null : await findCommentSource(tx, commentId);
    if (source === null) return null;
    const { id, post, author, answered, mentioned } = source;
    const facts = { post, commentId: id, actor: actorOf(post) };
    const notification = { kind: 'followedPostCommented', facts } as const;
    return {
      notificationOf: () => notification,
      type: 'comment',
      post,
      commentId: id,
      authorId: audience.membersOf([author])[0],
      among: await followers.of(tx, post, id),
      except: [...audience.membersOf([author, post, ...answered]), ...mentioned],
    };
  }

  function nextMembers(tx: Tx, alert: Alert, afterId: number): Promise<number[]> {
    const { type, post, commentId, authorId, among, except } = alert;
    return listAlerted(tx, {
      ...{ among, except, afterId, limit: CHUNK, wanting: type, postId: post.id, commentId },
      // A missing notification would reveal to a blocker who wrote it.
      actorId: post.isAnonymous ? null : (authorId ?? null),
    });
  }

  /** One statement for each kind of notification. */
  async function notify(
    tx: Tx,
    emit: Emit,
    alert: Alert,
    memberIds: readonly number[],
  ): Promise<void> {
    const { isAnonymous } = alert.post;
    const createdAt = isAnonymous ? truncateToMinute(clock.now()) : clock.now();
    for (const { shared, rows } of await batchesOf(alert, memberIds)) {
      const hidden = { postId: null, commentId: null, causes: null };
      const about = isAnonymous ? { ...shared, ...hidden } : shared;
      const joined = isAnonymous ? await joinSealed(tx, seal, rows) : rows;
      await announce(emit, await upsertAlerts(tx, joined, { ...about, createdAt }));
    }
  }

  async function batchesOf({ notificationOf, post }: Alert, memberIds: readonly number[]) {
    const batches = new Map<string, { shared: Rendered['shared']; rows: AlertRow[] }>();
    const rendered = new Map<AlertNotification, Rendered>();
    for (const [index, memberId] of memberIds.entries()) {
      const notification = notificationOf(memberId);
      const one = rendered.get(notification) ?? render(notification);
      rendered.set(notification, one);
      const batch = batches.get(notification.kind) ?? { shared: one.shared, rows: [] };
      batches.set(notification.kind, batch);
      batch.rows.push(post.isAnonymous ? sealed(memberId, one) : { memberId, ...one.row });
      if (index % YIELD_EVERY === 0) await setImmediate();
    }
    return batches.values();
  }

  function sealed(memberId: number, { row, shared, url }: Rendered): AlertRow {
    const { content, groupKey, cause } = row;
    const { postId, causes } = shared;
    const text = { content, targetUrl: url, postId, cause, ...(causes && { causes }) };
    return {
      ...{ memberId, content: '', targetUrl: null, cause: null },
      targetSeal: sealNotificationText(seal, memberId, text),
      groupKey: groupKey && sealGroupKey(seal, memberId, groupKey),
    };
  }

  /** Two statements load the events of all listening members. */
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

type Rendered = ReturnType<typeof render>;

function render(notification: AlertNotification) {
  const rendered = renderNotification(notification);
  const { type, subType, postId, commentId, content, targetUrl: url, groupKey, causes } = rendered;
  const row = {
    content,
    targetUrl: url,
    groupKey,
    cause: storedCause(notification),
    targetSeal: null,
  };
  return { row, url, shared: { type, subType, postId, commentId, causes } };
}
