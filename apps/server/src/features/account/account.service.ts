import type { Actor } from '../../platform/actor.ts';
import { toKst } from '../../platform/clock.ts';
import { describeDevice } from './account.devices.ts';
import { createExport } from './account.export.ts';
import { type AccountDeps, createRemoval } from './account.removal.ts';
import { updateProfile } from './account.repo.ts';

export type AccountService = ReturnType<typeof createAccountService>;

/** Own account apart from name, address and password (features/credentials). */
export function createAccountService(deps: AccountDeps) {
  const { db, sessions, events } = deps;
  return {
    /** The contract limits the text to 200 graphemes. */
    setIntro: ({ memberId }: Actor, intro: string) => updateProfile(db, memberId, { intro }),

    setEmailPublic: ({ memberId }: Actor, emailPublic: boolean) =>
      updateProfile(db, memberId, { emailPublic }),

    async listSessions(actor: Actor) {
      const rows = await sessions.listOwn(actor);
      return rows.map(({ userAgent, createdAt, lastUsedAt, ...session }) => ({
        ...session,
        ...describeDevice(userAgent),
        createdAt: toKst(createdAt),
        lastUsedAt: toKst(lastUsedAt),
      }));
    },

    /** Ends all other sessions and their streams; returns how many. */
    async endOtherSessions(actor: Actor): Promise<number> {
      const count = await sessions.endOthers(db, actor);
      events.emit('access-changed', { memberId: actor.memberId });
      return count;
    },

    exportData: createExport(deps),
    remove: createRemoval(deps),
  };
}
