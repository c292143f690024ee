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
  /** 0 when it is about no single thing. */
  targetId: number;
  reason?: string | null | undefined;
  /** Before and after, where something was changed. Never the author of anything anonymous. */
  detail?: Record<string, unknown>;
  /** Network address: `actor.address`. */
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

/** The log of what staff did and looked at; lines are never changed or taken away. */
export function createAuditService({ db, clock }: Deps) {
  return {
    /**
     * Writes a line in the caller's transaction, which from here to its end keeps all other lines
     * waiting: call it last, after the locks of rows.
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

    /** A page of the log, newest first; the days are Korean and both included. */
    async list({ page, size, from, to, ...filter }: AuditQuery) {
      const since = from === undefined ? undefined : startOfKstDay(from);
      const until = to === undefined ? undefined : addSeconds(startOfKstDay(to), DAY);
      const query = { page, size };
      const { rows, total } = await listEntries(db, { ...filter, since, until }, rangeOf(query));
      return { entries: rows.map(presentEntry), page: pageInfo(query, total) };
    },

    /** The first line that was changed behind the triggers' back, or null. */
    findBroken: (): Promise<number | null> => findBrokenLink(db),
  };
}
