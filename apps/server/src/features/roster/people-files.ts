import { LIMITS } from '@naru/contract/limits';
import { hasRole } from '@naru/contract/roles';
import type { Tx } from '../../db/client.ts';
import { lockAdmins } from '../../domain/access/members.repo.ts';
import type { Emit } from '../../domain/live/live.ts';
import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import { countFitting } from '../../platform/fitting.ts';
import { eachYielding } from '../../platform/turns.ts';
import type { AdminService } from '../admin/admin.service.ts';
import type { Tools } from '../tools.ts';
import { insertImport, isApplied } from './roster.repo.ts';

export interface PeopleFileDeps
  extends Pick<Tools, 'db' | 'clock' | 'seal' | 'live' | 'events' | 'audit'> {
  people: Pick<AdminService, 'changeRoles' | 'endRoles' | 'findActiveRoles'>;
}

export interface FileInput {
  csv: string;
  preview: boolean;
  version?: string | undefined;
  clientId?: string | null | undefined;
}

interface Written<T> {
  result: T;
  /** Members whose roles changed. */
  changed: readonly number[];
}

/** Applies files of people: one at a time, each once. */
export function createPeopleFiles({ db, clock, live, events, people }: PeopleFileDeps) {
  return {
    /**
     * Runs the write in a transaction in which no other role changes; returns its result, or null when
     * a file with this `clientId` is applied already. Throws PERMISSION_DENIED when the actor is no
     * ADMIN any more.
     */
    async apply<T>(
      actor: Actor,
      { clientId = null }: Pick<FileInput, 'clientId'>,
      write: (tx: Tx, emit: Emit) => Promise<Written<T>>,
    ): Promise<T | null> {
      const actorId = actor.memberId;
      if (clientId !== null && (await isApplied(db, { actorId, clientId }))) return null;
      const written = await live.transaction(async (tx, emit) => {
        await lockAdmins(tx);
        if (!hasRole(await people.findActiveRoles(tx, actorId), 'ADMIN')) {
          throw new AppError('PERMISSION_DENIED');
        }
        const isNew = await insertImport(tx, { actorId, clientId, createdAt: clock.now() });
        return isNew ? write(tx, emit) : null;
      });
      await eachYielding(written?.changed ?? [], (memberId) =>
        events.emit('access-changed', { memberId }),
      );
      return written?.result ?? null;
    },
  };
}

/**
 * The changes of a file of thousands of people as a response shows them: the first of each verdict, in
 * their order, with how many there are of each. Where not all of these fit, each verdict has as many as
 * the others, or all of its own.
 */
export function shownChanges<T extends { verdict: string }>(changes: readonly T[]) {
  const counted = new Map<T['verdict'], number>();
  const first: { change: T; at: number; rank: number }[] = [];
  for (const [at, change] of changes.entries()) {
    const rank = (counted.get(change.verdict) ?? 0) + 1;
    counted.set(change.verdict, rank);
    if (rank <= LIMITS.rosterChangesShown) first.push({ change, at, rank });
  }
  const counts = [...counted].map(([verdict, count]) => ({ verdict, count }));
  const byRank = first.toSorted((a, b) => a.rank - b.rank || a.at - b.at);
  const fitting = countFitting(
    byRank.map(({ change }) => change),
    LIMITS.pageBytes,
  );
  const shown = byRank.slice(0, fitting).toSorted((a, b) => a.at - b.at);
  return { changes: shown.map(({ change }) => change), counts };
}
