import type { AccountSession } from '@naru/contract/account';
import type { Actor } from '../../platform/actor.ts';
import { toKst } from '../../platform/clock.ts';
import type { DomainEventHub } from '../../platform/domain-events.ts';
import type { SessionsService } from '../sessions/sessions.service.ts';
import { describeDevice } from './account.devices.ts';
import { createExport, type ExportDeps } from './account.export.ts';
import { createRemoval, type RemovalDeps } from './account.removal.ts';
import { updateProfile } from './account.repo.ts';

interface Deps extends Omit<ExportDeps, 'files'>, Omit<RemovalDeps, 'files'> {
  files: ExportDeps['files'] & RemovalDeps['files'];
  sessions: Pick<SessionsService, 'listOwn' | 'endOthers'>;
  events: Pick<DomainEventHub, 'emit'>;
}

export type AccountService = ReturnType<typeof createAccountService>;

/** What a member does with its own account, beside name, address and password (features/credentials). */
export function createAccountService(deps: Deps) {
  const { db, sessions, events } = deps;
  return {
    /** The text was checked by the contract: at most 200 graphemes. */
    setIntro: ({ memberId }: Actor, intro: string) => updateProfile(db, memberId, { intro }),

    /** Whether the profile card shows the address. */
    setEmailPublic: ({ memberId }: Actor, emailPublic: boolean) =>
      updateProfile(db, memberId, { emailPublic }),

    /** Where the caller is logged in. */
    async listSessions(actor: Actor): Promise<AccountSession[]> {
      const rows = await sessions.listOwn(actor);
      return rows.map(({ id, userAgent, createdAt, lastUsedAt, current }) => ({
        id,
        ...describeDevice(userAgent),
        createdAt: toKst(createdAt),
        lastUsedAt: toKst(lastUsedAt),
        current,
      }));
    },

    /** Ends all other sessions and their open pages; answers how many. */
    async endOtherSessions(actor: Actor): Promise<number> {
      const count = await sessions.endOthers(db, actor);
      events.emit('access-changed', { memberId: actor.memberId });
      return count;
    },

    exportData: createExport(deps),
    remove: createRemoval(deps),
  };
}
