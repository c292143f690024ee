import pLimit from 'p-limit';
import type { Tx } from '../../db/client.ts';
import type { Emit } from '../../domain/live/live.ts';
import type { NoticeAudience } from '../../domain/notices/audience.sql.ts';
import type { BroadcastFacts } from '../../domain/notifications/notification-kinds.ts';
import {
  type NotificationOf,
  renderNotification,
  storedCause,
} from '../../domain/notifications/notifications.ts';
import type { DomainTools } from '../../domain/tools.ts';
import {
  type BroadcastRow,
  countUnreadOf,
  deleteBroadcast,
  findOfGroup,
  insertBroadcast,
  insertForMembers,
  lockBroadcast,
  moveCursor,
} from './notifications.broadcast.repo.ts';
import { NOBODY } from './notifications.build.ts';
import { presentNotification } from './notifications.present.ts';
import { lockListedPost } from './notifications.sources.repo.ts';

/** Members per transaction. */
const CHUNK = 500;

interface NewBroadcast<K extends keyof BroadcastFacts> extends NotificationOf<K> {
  /** The member who is not notified; null: all are. */
  actorId: number | null;
}

interface Deps extends Pick<DomainTools, 'clock' | 'seal' | 'live'> {
  /** Triggers sending soon. */
  wake: () => void;
}

export type StoreBroadcast = ReturnType<typeof createBroadcasts>['storeBroadcast'];

/**
 * Fan-out to many members. The broadcast is stored in the transaction of its cause; rows follow in
 * chunks with a cursor that moves in the same transaction, so that a killed server loses and
 * repeats nothing. Live events follow after all rows, so that a member who connects meanwhile finds
 * the row.
 */
export function createBroadcasts({ clock, seal, live, wake }: Deps) {
  /** One run at a time: a second run of this server would skip the broadcast that the first one has locked. */
  const oneAtATime = pLimit(1);

  return {
    async storeBroadcast<K extends keyof BroadcastFacts>(
      tx: Tx,
      { kind, facts, actorId }: NewBroadcast<K>,
    ): Promise<void> {
      const notification = { kind, facts };
      await insertBroadcast(tx, { notification, actorId, createdAt: clock.now() });
      live.afterCommit(tx, wake);
    },

    /** Sends all stored broadcasts that no other server handles; returns the number of chunks. */
    sendBroadcasts: (): Promise<number> => oneAtATime(sendAll),
  };

  async function sendAll(): Promise<number> {
    let chunks = 0;
    while (await live.transaction(sendChunk)) chunks += 1;
    return chunks;
  }

  async function sendChunk(tx: Tx, emit: Emit): Promise<boolean> {
    const broadcast = await lockBroadcast(tx);
    if (broadcast === null) return false;
    if (broadcast.writtenTo === null) await announce(tx, emit, broadcast);
    else await write(tx, broadcast, broadcast.writtenTo);
    return true;
  }

  async function write(tx: Tx, broadcast: BroadcastRow, afterId: number): Promise<void> {
    const { notification, actorId, createdAt } = broadcast;
    // Locked, so that a deletion finds all rows of the notice or none is written after it.
    if (!(await lockListedPost(tx, notification.facts.post.id)))
      return deleteBroadcast(tx, broadcast.id);
    const rendered = renderNotification(notification);
    const isForLecture = rendered.audience === 'lectureMembers';
    const lectureId = isForLecture ? notification.facts.post.lectureId : null;
    const waitingFor = rendered.audience === 'waiting' ? notification.facts.post.id : null;
    const to = {
      except: actorId ?? NOBODY,
      lectureId,
      audience: audienceOf(notification),
      waitingFor,
      now: clock.now(),
    };
    const range = { ...to, afterId, limit: CHUNK };
    const row = { ...rendered, cause: storedCause(notification), createdAt };
    const writtenTo = await insertForMembers(tx, row, range);
    await moveCursor(tx, broadcast.id, { writtenTo });
  }

  async function announce(tx: Tx, emit: Emit, broadcast: BroadcastRow): Promise<void> {
    const { id, announcedTo: afterId } = broadcast;
    const memberIds = await live.listeners(tx, { afterId, limit: CHUNK });
    const announcedTo = memberIds.at(-1);
    if (announcedTo === undefined) return deleteBroadcast(tx, id);
    const { groupKey, stale } = renderNotification(broadcast.notification);
    const rows = await findOfGroup(tx, memberIds, groupKey ?? '');
    let counts: Promise<Map<number, number>> | null = null;
    for (const row of rows) {
      await emit(row.memberId, async (lockedTx) => {
        counts ??= countUnreadOf(lockedTx, memberIds);
        const unreadCount = (await counts).get(row.memberId) ?? 0;
        const notice = presentNotification(row, seal);
        return { type: 'notice', notice, unreadCount, ...(stale && { stale }) };
      });
    }
    await moveCursor(tx, id, { announcedTo });
  }
}

function audienceOf({ facts }: BroadcastRow['notification']): NoticeAudience {
  return 'years' in facts ? { groups: null, ...facts } : { years: null, groups: null };
}
