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

/** What a member does with its own sessions, and the proof that hangs on one. */
export function createOwnSessions({ db, clock, events }: Deps) {
  return {
    /** The member of the caller's session. Throws TOKEN_INVALID when either is gone. */
    async getOwner({ sessionId }: Actor): Promise<Owner> {
      const owner = await findOwner(db, sessionId);
      if (owner === null) throw new AppError('TOKEN_INVALID');
      return owner;
    },

    /** Sessions that may still be used: the caller's first, then the last used. */
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

    /** Ends one of the caller's sessions and its open streams. Throws SESSION_NOT_FOUND. */
    async endOwn({ memberId }: Actor, id: string): Promise<void> {
      const isEnded = ID.test(id) && (await revokeOfMember(db, memberId, id, clock.now()));
      if (!isEnded) throw new AppError('SESSION_NOT_FOUND');
      events.emit('access-changed', { memberId });
    },

    /**
     * Ends all sessions but the caller's, in the caller's transaction; answers how many. After its
     * commit the caller emits `access-changed`.
     */
    endOthers: (executor: Executor, { memberId, sessionId }: Actor): Promise<number> =>
      revokeOthers(executor, { memberId, keptId: sessionId, now: clock.now() }),

    /** Whether the password was proven in this session, lately enough. */
    async isProven(executor: Executor, { sessionId }: Actor): Promise<boolean> {
      const until = await findProvenUntil(executor, sessionId);
      return until !== null && until > clock.now();
    },

    /** False when the session ended meanwhile. */
    markProven: (executor: Executor, { sessionId }: Actor, until: Date): Promise<boolean> =>
      updateProof(executor, sessionId, until),

    async forgetProof(executor: Executor, { sessionId }: Actor): Promise<void> {
      await updateProof(executor, sessionId, null);
    },
  };
}
