import type { Executor } from '../../db/client.ts';
import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import type { Tools } from '../../tools.ts';
import { findOwner, listSessions, revokeOfMember, revokeOthers } from './sessions.repo.ts';

const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export type OwnSessions = ReturnType<typeof createOwnSessions>;

/** Use cases on the actor's own sessions. */
export function createOwnSessions({ db, clock, events }: Pick<Tools, 'db' | 'clock' | 'events'>) {
  return {
    /** Throws TOKEN_INVALID when the session has ended or its member withdrew. */
    async getOwner({ sessionId }: Actor) {
      const owner = await findOwner(db, sessionId);
      if (owner === null) throw new AppError('TOKEN_INVALID');
      return owner;
    },

    /** Live sessions: the current one first, then by last use. */
    async listOwn({ memberId, sessionId }: Actor) {
      const rows = await listSessions(db, memberId, clock.now());
      return rows
        .map((row) => ({ ...row, current: row.id === sessionId }))
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
      revokeOthers(executor, memberId, sessionId, clock.now()),
  };
}
