import type { AuditAction, AuditTarget } from '@naru/contract/admin';
import type { Db, Executor } from '../../db/client.ts';
import type { Clock } from '../../platform/clock.ts';
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

interface Deps {
  db: Db;
  clock: Clock;
}

export type AuditService = ReturnType<typeof createAuditService>;

/** The log of what staff did and looked at; lines are never changed or taken away (quality AD-01). */
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

    /** The first line that was changed behind the triggers' back, or null (quality PV-09). */
    findBroken: (): Promise<number | null> => findBrokenLink(db),
  };
}
