import type { NoticeType } from '@naru/contract/notices';
import type { Db } from '../../db/client.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Live } from '../../platform/live/live.ts';
import type { Seal } from '../../platform/seal.ts';
import { countUnreadOf, findOfGroup, insertForMembers } from './notices.broadcast.repo.ts';
import { presentNotice } from './notices.present.ts';

/** Members written for in one statement, and told in one transaction. */
const CHUNK = 500;

export interface Broadcast {
  /** Its writer. */
  except: number;
  type: NoticeType;
  content: string;
  targetUrl: string;
  /** Only those who have the lecture in their timetable. */
  lectureId?: number | null;
  /** Written once per member, also when a broken-off broadcast is repeated. */
  groupKey: string;
}

/**
 * Tells all members. The notices are committed first; live events are then written for those only
 * who listen. Whoever comes later than that look finds the notice at load, or is sent a reset.
 */
export function createBroadcast(deps: { db: Db; clock: Clock; seal: Seal; live: Live }) {
  const { db, clock, seal, live } = deps;

  return async ({ except, lectureId = null, ...values }: Broadcast): Promise<void> => {
    const row = { ...values, createdAt: clock.now() };
    for (let afterId: number | null = 0; afterId !== null; ) {
      afterId = await insertForMembers(db, row, { except, lectureId, afterId, limit: CHUNK });
    }
    for (let afterId: number | null = 0; afterId !== null; ) {
      const memberIds = await live.listeners({ afterId, limit: CHUNK });
      if (memberIds.length > 0) await tellListeners(memberIds, row.groupKey);
      afterId = memberIds.at(-1) ?? null;
    }
  };

  async function tellListeners(memberIds: number[], groupKey: string): Promise<void> {
    await live.transaction(async (tx, emit) => {
      const rows = await findOfGroup(tx, memberIds, groupKey);
      let counts: Promise<Map<number, number>> | null = null;
      for (const row of rows) {
        await emit(row.memberId, async (lockedTx) => {
          counts ??= countUnreadOf(lockedTx, memberIds);
          const unreadCount = (await counts).get(row.memberId) ?? 0;
          return { type: 'notice', notice: presentNotice(row, seal), unreadCount };
        });
      }
    });
  }
}
