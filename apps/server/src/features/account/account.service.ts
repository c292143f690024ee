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

/** Own account apart from name, address and password (features/credentials). */
export function createAccountService(deps: Deps) {
  const { db, sessions, events } = deps;
  return {
    /** The contract limits the text to 200 graphemes. */
    setIntro: ({ memberId }: Actor, intro: string) => updateProfile(db, memberId, { intro }),

    setEmailPublic: ({ memberId }: Actor, emailPublic: boolean) =>
      updateProfile(db, memberId, { emailPublic }),

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
