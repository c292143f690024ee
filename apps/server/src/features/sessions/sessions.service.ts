import type { Role } from '@naru/contract/roles';
import type { Db, Executor } from '../../db/client.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Clock } from '../../platform/clock.ts';
import { hostCookie } from '../../platform/cookies.ts';
import type { DomainEventHub } from '../../platform/domain-events.ts';
import type { EmailQueue } from '../../platform/email/email-queue.ts';
import { AppError } from '../../platform/errors.ts';
import type { Hashing } from '../../platform/hashing.ts';
import type { Live } from '../../platform/live/live.ts';
import type { EventLog } from '../../platform/security-events.ts';
import type { Throttle } from '../../platform/throttle.ts';
import type { NoticesService } from '../notifications/notifications.service.ts';
import { createAccessTokens } from './access-tokens.ts';
import { createRefreshTokens } from './refresh-tokens.ts';
import type { SessionMails } from './sessions.emails.ts';
import { accountKey, createLogin } from './sessions.login.ts';
import { createOpen } from './sessions.open.ts';
import { createOwnSessions } from './sessions.own.ts';
import { createPasswordProof } from './sessions.password-proof.ts';
import { createRefresh } from './sessions.refresh.ts';
import {
  findLiveSessions,
  lockMember,
  prepareFindSession,
  revokeAllSessions,
  revokeSession,
} from './sessions.repo.ts';

/** The longest life browsers allow; the device outlives its sessions. */
const DEVICE_SECONDS = 400 * 24 * 60 * 60;

interface Deps {
  db: Db;
  clock: Clock;
  publicUrl: string;
  /** Newest first. */
  secrets: readonly string[];
  throttle: Throttle;
  hashing: Hashing;
  emailQueue: Pick<EmailQueue, 'enqueue'>;
  mails: SessionMails;
  live: Pick<Live, 'transaction'>;
  notices: Pick<NoticesService, 'notify'>;
  events: Pick<DomainEventHub, 'emit'>;
  log: EventLog;
}

export type SessionsService = ReturnType<typeof createSessionsService>;

/** Logins on devices: tokens, their renewal and their end. */
export function createSessionsService(deps: Deps) {
  const { db, clock, secrets, throttle, events } = deps;
  const tokens = createAccessTokens(secrets, clock);
  const parts = { ...deps, tokens, refreshTokens: createRefreshTokens(secrets) };
  const findSession = prepareFindSession(db);

  const sessions = {
    /** Marks a browser; a refresh needs it beside the token. */
    cookie: hostCookie(deps.publicUrl, 'naru_device', DEVICE_SECONDS),
    open: createOpen(parts),
    refresh: createRefresh(parts),
    ...createOwnSessions(deps),

    /**
     * The member behind an access token, with the roles of this moment. Throws TOKEN_EXPIRED for a
     * genuine token out of date, TOKEN_INVALID for a forged one, an ended session or a lost account.
     */
    async authenticate(token: string, options?: { allowExpired?: boolean }): Promise<Actor> {
      const claims = tokens.verify(token, options);
      const state = await findSession(claims.sessionId);
      const now = clock.now();
      const isGone =
        state === null ||
        state.memberId !== claims.memberId ||
        state.withdrawnAt !== null ||
        (state.suspendedUntil !== null && state.suspendedUntil > now);
      if (isGone) throw new AppError('TOKEN_INVALID');
      const isOver = state.isRevoked || state.endsAt <= now;
      if (isOver && options?.allowExpired !== true) throw new AppError('TOKEN_INVALID');
      return { memberId: claims.memberId, sessionId: claims.sessionId, roles: state.roles };
    },

    /** When the access token of an authenticated call runs out. */
    expiryOf: (token: string): Date => tokens.expiryOf(token),

    /** Those of the sessions that may still be used, each with the roles of its member. */
    async findLive(ids: string[]): Promise<Map<string, readonly Role[]>> {
      return findLiveSessions(db, ids, clock.now());
    },

    /** Ends the caller's session; once more changes nothing. */
    async end(actor: Actor): Promise<void> {
      await revokeSession(db, actor.sessionId, clock.now());
      events.emit('access-changed', { memberId: actor.memberId });
    },

    /**
     * Makes logins and password changes of one member wait for each other until the transaction
     * ends; returns the password hash of this moment, or null when the member may not log in.
     */
    lockMember: (tx: Executor, memberId: number) => lockMember(tx, memberId, clock.now()),

    /** After a new password nobody has to wait for the failures with the old one. */
    forgetFailures: (tx: Executor, username: string) => throttle.clear(tx, accountKey(username)),

    /**
     * Ends every session of the member, in the caller's transaction; after its commit the caller
     * emits `access-changed`.
     */
    async endAll(executor: Executor, memberId: number): Promise<void> {
      await revokeAllSessions(executor, memberId, clock.now());
    },
  };
  return Object.assign(sessions, {
    login: createLogin({ ...parts, sessions }),
    proof: createPasswordProof({ ...parts, sessions }),
  });
}
