import type { Tx } from '../../db/client.ts';
import type { Emit } from '../../domain/live/live.ts';
import { randomToken } from '../../platform/secrets.ts';
import { report } from '../../platform/security-events.ts';
import type { Visit } from '../../platform/visit.ts';
import type { Tools } from '../tools.ts';
import type { LoginRow } from './sessions.login.repo.ts';
import type { OpenSession } from './sessions.open.ts';
import type { Tokens } from './sessions.refresh.ts';

export interface LoginResult {
  tokens: Tokens;
  /** Value for the device cookie. */
  device: string;
}

interface Deps extends Pick<Tools, 'notifications' | 'events' | 'log'> {
  sessions: { open: OpenSession };
}

export type Enter = ReturnType<typeof createEnter>;

/** The end of every login, once its proofs are right. */
export function createEnter({ sessions, notifications, events, log }: Deps) {
  return {
    /**
     * Opens the session and notifies the member of a new device; null when the member changed since
     * the check of `passwordHash`. Call `announce` after the commit.
     */
    async open(
      tx: Tx,
      emit: Emit,
      member: LoginRow,
      { passwordHash, ...visit }: Pick<Visit, 'device' | 'userAgent'> & { passwordHash: string },
    ): Promise<LoginResult | null> {
      const { id: memberId, isKnownDevice } = member;
      const device = isKnownDevice && visit.device !== null ? visit.device : randomToken();
      const session = { memberId, passwordHash, device, userAgent: visit.userAgent };
      const tokens = await sessions.open(tx, session);
      if (tokens === null) return null;
      if (isNewDevice(member)) {
        await notifications.notify(tx, emit, { kind: 'newDevice', facts: null, to: [memberId] });
      }
      return { tokens, device };
    },

    announce(memberId: number): void {
      report(log, 'login ok', { memberId });
      events.emit('access-changed', { memberId });
    },
  };
}

/** A first login raises no alarm. */
function isNewDevice({ hasLoggedIn, isKnownDevice }: LoginRow): boolean {
  return hasLoggedIn && !isKnownDevice;
}
