import { ERRORS } from '@naru/contract/errors';
import { postBody } from '@naru/contract/posts';
import type { Role } from '@naru/contract/roles';
import type { Executor } from '../../db/client.ts';
import type { Actor } from '../../platform/actor.ts';
import { addSeconds } from '../../platform/clock.ts';
import { AppError } from '../../platform/errors.ts';
import { countEach } from '../../platform/turns.ts';
import type { PostsService } from '../posts/posts.service.ts';
import type { Tools } from '../tools.ts';
import {
  findScheduled,
  listDue,
  releaseEarly,
  type ScheduledRow,
  storeFailure,
  takeScheduled,
} from './scheduled-notices.repo.ts';

/** One that is later would speak of days that are over. */
const LATEST_SECONDS = 6 * 60 * 60;
const TOO_LATE = '정한 시각에 올리지 못했습니다. 내용을 확인하고 다시 예약하거나 지금 올려 주세요.';
const NO_WRITER =
  '예약한 사람에게 글쓰기 권한이 없습니다. 내용을 확인하고 다시 예약하거나 지금 올려 주세요.';

export interface PublishDeps extends Pick<Tools, 'db' | 'live' | 'notifications'> {
  /** When the site was read-only, so that nothing could be published; oldest first. */
  siteStatus: { listReadOnlyTimes(): Promise<Pause[]> };
  posts: Pick<PostsService, 'publish'>;
  /** Returns no roles for a withdrawn or suspended member. */
  findActiveRoles: (db: Executor, memberId: number) => Promise<Role[]>;
}

interface Pause {
  since: Date;
  endedAt: Date;
}

/** Rolls the post back that another server published, or whose notice was changed meanwhile. */
class Superseded extends Error {}

export function createPublishing(deps: PublishDeps) {
  const { db, live, posts, notifications, siteStatus, findActiveRoles } = deps;
  return {
    /**
     * Publishes the notices whose time has come, each once: the transaction that inserts the post also
     * removes the notice. One that cannot be published, or is more than six hours late, stays with the reason,
     * and its author is notified; time in which the site was read-only does not count. Returns how many were published. Rethrows an unexpected error once the
     * others are out.
     */
    async publishDue(now: Date): Promise<number> {
      await releaseEarly(db, now);
      const pauses = await siteStatus.listReadOnlyTimes();
      return countEach(await listDue(db, now), async (id) => {
        const row = await findScheduled(db, id);
        if (row === null) return false;
        if (latestOf(row.publishAt, pauses) >= now) return publish(row);
        await fail(row, TOO_LATE);
        return false;
      });
    },

    /** Publishes the notice now; false when another server was faster. Throws what creating the post throws. */
    publishRow: put,
  };

  async function publish(row: ScheduledRow): Promise<boolean> {
    try {
      return await put(row);
    } catch (error) {
      const failure = reasonOf(error);
      if (failure === null) throw error;
      await fail(row, failure);
      return false;
    }
  }

  async function put(row: ScheduledRow): Promise<boolean> {
    const actor = await writerOf(row);
    const input = postBody.parse(row.body);
    try {
      await posts.publish(actor, input, {
        id: row.id,
        pinUntil: row.pinUntil,
        take: async (tx) => {
          if (!(await takeScheduled(tx, row))) throw new Superseded();
        },
      });
      return true;
    } catch (error) {
      if (error instanceof Superseded) return false;
      throw error;
    }
  }

  async function writerOf({ authorId }: ScheduledRow): Promise<Actor> {
    const roles = await findActiveRoles(db, authorId);
    if (roles.length === 0) throw new AppError('WRITE_DENIED');
    return { memberId: authorId, sessionId: '', roles };
  }

  async function fail(row: ScheduledRow, failure: string): Promise<void> {
    await live.transaction(async (tx, emit) => {
      if (!(await storeFailure(tx, row, failure))) return;
      const facts = { title: row.body.title };
      await notifications.notify(tx, emit, { kind: 'scheduleFailed', facts, to: [row.authorId] });
    });
  }
}

/** Until when a notice may be published; one that read-only times held is due anew at the end of each. */
function latestOf(publishAt: Date, pauses: readonly Pause[]): Date {
  return pauses.reduce(
    (latest, { since, endedAt }) =>
      latest >= since && publishAt <= endedAt ? addSeconds(endedAt, LATEST_SECONDS) : latest,
    addSeconds(publishAt, LATEST_SECONDS),
  );
}

/** Null for an error that may pass, after which the next run tries again. */
function reasonOf(error: unknown): string | null {
  if (error instanceof Error && error.name === '$ZodError') return ERRORS.VALIDATION_FAILED.message;
  if (!(error instanceof AppError) || error.status >= 500) return null;
  return error.code === 'WRITE_DENIED' ? NO_WRITER : error.message;
}
