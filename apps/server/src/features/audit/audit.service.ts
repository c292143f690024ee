import type { AuditAction, AuditTarget } from '@naru/contract/admin';
import type { Executor } from '../../db/client.ts';
import type { Actor } from '../../platform/actor.ts';
import { addDays, startOfKstDay } from '../../platform/clock.ts';
import { type PageQuery, pageInfo, rangeOf } from '../../platform/paging.ts';
import type { PlatformTools } from '../../platform/tools.ts';
import { presentEntry } from './audit.present.ts';
import { type AuditFilter, findBrokenLink, insertEntry, listEntries } from './audit.repo.ts';

interface AuditRecord {
  action: AuditAction;
  /** Left out when there is no single target. */
  targetId?: number;
  reason?: string | undefined;
  /** Such as `before` and `after` of a change; must not name the author of anonymous content. */
  detail?: Record<string, unknown>;
}

type Subject<Action> = Action extends `${infer S}.${string}` ? S : never;

/** The type of the target, by the part of the action before the dot. */
const TARGET_TYPES: Record<Subject<AuditAction>, AuditTarget> = {
  role: 'member',
  member: 'member',
  inquiry: 'inquiry',
  post: 'post',
  answer: 'post',
  comment: 'comment',
  reveal: 'reveal',
  lecture: 'lecture',
  banner: 'banner',
  menu: 'menu',
  setting: 'setting',
};

type AuditQuery = PageQuery &
  Omit<AuditFilter, 'since' | 'until'> & { from?: string | undefined; to?: string | undefined };

export type AuditService = ReturnType<typeof createAuditService>;

/** The append-only log of what staff did and read, and of withdrawals. */
export function createAuditService({ db, clock }: Pick<PlatformTools, 'db' | 'clock'>) {
  return {
    /**
     * Appends an entry in the caller's transaction. Call it last, after all row locks: until the
     * transaction ends, other transactions wait to append theirs.
     */
    async record(
      tx: Executor,
      { memberId: actorId, address }: Pick<Actor, 'memberId' | 'address'>,
      { action, targetId = 0, reason, detail }: AuditRecord,
    ): Promise<void> {
      const [subject] = action.split('.') as [Subject<AuditAction>];
      await insertEntry(tx, {
        actorId,
        address,
        action,
        targetType: TARGET_TYPES[subject],
        targetId,
        reason: reason?.trim() || null,
        detail,
        createdAt: clock.now(),
      });
    },

    /** Returns a page, newest first; `from` and `to` are days in Korea, both inclusive. */
    async list({ from, to, ...query }: AuditQuery) {
      const since = from === undefined ? undefined : startOfKstDay(from);
      const until = to === undefined ? undefined : startOfKstDay(addDays(to, 1));
      const filter = { ...query, since, until };
      const { rows, total } = await listEntries(db, filter, rangeOf(query));
      return { entries: rows.map(presentEntry), page: pageInfo(query, total) };
    },

    /** Returns the id of the first entry that was tampered with, or null. */
    findBroken: () => findBrokenLink(db),
  };
}
