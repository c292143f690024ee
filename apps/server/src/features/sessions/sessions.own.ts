import type { Db, Executor } from '../../db/client.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Clock } from '../../platform/clock.ts';
import type { DomainEventHub } from '../../platform/domain-events.ts';
import { AppError } from '../../platform/errors.ts';
import {
  findProvenUntil,
  listSessions,
  type OwnSessionRow,
  revokeOfMember,
  revokeOthers,
  updateProof,
} from './sessions.own.repo.ts';
import { findOwner, type Owner } from './sessions.owner.repo.ts';

const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

interface Deps {
  db: Db;
  clock: Clock;
  events: Pick<DomainEventHub, 'emit'>;
}

export type OwnSessions = ReturnType<typeof createOwnSessions>;

/** Use cases on the actor's own sessions and on the password proof stored in one. */
export function createOwnSessions({ db, clock, events }: Deps) {
  return {
    /** Throws TOKEN_INVALID when the session has ended or its member withdrew. */
    async getOwner({ sessionId }: Actor): Promise<Owner> {
      const owner = await findOwner(db, sessionId);
      if (owner === null) throw new AppError('TOKEN_INVALID');
      return owner;
    },

    /** Live sessions: the current one first, then by last use. */
    async listOwn({
      memberId,
      sessionId,
    }: Actor): Promise<(OwnSessionRow & { current: boolean })[]> {
      const rows = await listSessions(db, memberId, clock.now());
      const isCurrent = ({ id }: OwnSessionRow) => id === sessionId;
      return rows
        .map((row) => ({ ...row, current: isCurrent(row) }))
        .toSorted((a, b) => Number(b.current) - Number(a.current));
    },

    /** Ends a session of the actor and its open streams. Throws SESSION_NOT_FOUND. */
    async endOwn({ memberId }: Actor, id: string): Promise<void> {
      const isEnded = ID.test(id) && (await revokeOfMember(db, memberId, id, clock.now()));
      if (!isEnded) throw new AppError('SESSION_NOT_FOUND');
      events.emit('access-changed', { memberId });
    },

    /**
     * Ends all other sessions of the actor; returns how many were live. Emit `access-changed` after
     * the commit.
     */
    endOthers: (executor: Executor, { memberId, sessionId }: Actor): Promise<number> =>
      revokeOthers(executor, { memberId, keptId: sessionId, now: clock.now() }),

    async isProven(executor: Executor, { sessionId }: Actor): Promise<boolean> {
      const until = await findProvenUntil(executor, sessionId);
      return until !== null && until > clock.now();
    },

    /** False when the session has ended. */
    markProven: (executor: Executor, { sessionId }: Actor, until: Date): Promise<boolean> =>
      updateProof(executor, sessionId, until),

    async clearProof(executor: Executor, { sessionId }: Actor): Promise<void> {
      await updateProof(executor, sessionId, null);
    },
  };
}
