import type { AuditAction, AuditTarget } from '@naru/contract/admin';
import type { Db, Executor } from '../../db/client.ts';
import { addSeconds, type Clock, startOfKstDay } from '../../platform/clock.ts';
import { type PageQuery, pageInfo, rangeOf } from '../../platform/paging.ts';
import { type AuditFilter, listEntries } from './audit.list.repo.ts';
import { presentEntry } from './audit.present.ts';
import { findBrokenLink, insertEntry } from './audit.repo.ts';

export interface AuditRecord {
  actorId: number;
  action: AuditAction;
  targetType: AuditTarget;
  /** 0 without a single target. */
  targetId: number;
  reason?: string | null | undefined;
  /** `before` and `after` of a change. Never the author of anonymous content. */
  detail?: Record<string, unknown>;
  address?: string | undefined;
}

type AuditQuery = PageQuery &
  Omit<AuditFilter, 'since' | 'until'> & { from?: string | undefined; to?: string | undefined };

const DAY = 24 * 60 * 60;

interface Deps {
  db: Db;
  clock: Clock;
}

export type AuditService = ReturnType<typeof createAuditService>;

/** The append-only log of what staff did and read. */
export function createAuditService({ db, clock }: Deps) {
  return {
    /**
     * Appends an entry in the caller's transaction. Entries of other transactions wait for its end, so
     * call it last, after all row locks.
     */
    async record(tx: Executor, { reason, detail, address, ...entry }: AuditRecord): Promise<void> {
      await insertEntry(tx, {
        ...entry,
        reason: reason?.trim() || null,
        detail: detail ?? null,
        address: address ?? null,
        createdAt: clock.now(),
      });
    },

    /** Returns a page, newest first; `from` and `to` are days in Korea, both inclusive. */
    async list({ page, size, from, to, ...filter }: AuditQuery) {
      const since = from === undefined ? undefined : startOfKstDay(from);
      const until = to === undefined ? undefined : addSeconds(startOfKstDay(to), DAY);
      const query = { page, size };
      const { rows, total } = await listEntries(db, { ...filter, since, until }, rangeOf(query));
      return { entries: rows.map(presentEntry), page: pageInfo(query, total) };
    },

    /** Returns the id of the first entry that was tampered with, or null. */
    findBroken: (): Promise<number | null> => findBrokenLink(db),
  };
}
