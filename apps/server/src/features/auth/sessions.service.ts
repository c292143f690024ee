import { randomUUID } from 'node:crypto';
import type { Role } from '@naru/contract/roles';
import type { Db, Executor } from '../../db/client.ts';
import type { Actor } from '../../platform/actor.ts';
import { addSeconds, type Clock } from '../../platform/clock.ts';
import type { DomainEventHub } from '../../platform/domain-events.ts';
import { AppError } from '../../platform/errors.ts';
import type { Live } from '../../platform/live/live.ts';
import type { MailQueue } from '../../platform/mail/mail-queue.ts';
import { sha256 } from '../../platform/secrets.ts';
import type { NoticesService } from '../notices/notices.service.ts';
import type { EventLog } from './auth.events.ts';
import type { AuthMails } from './auth.mails.ts';
import type { AccessTokens } from './auth.tokens.ts';
import type { RefreshTokens } from './refresh-tokens.ts';
import { createOwnSessions } from './sessions.own.ts';
import { createRefresh, IDLE_SECONDS, type Tokens } from './sessions.refresh.ts';
import {
  findLiveSessions,
  insertSession,
  lockMember,
  prepareFindSession,
  revokeAllSessions,
  revokeBeyond,
  revokeSession,
} from './sessions.repo.ts';

/** Longest life of a session (quality TK-12). */
const ABSOLUTE_SECONDS = 30 * 24 * 60 * 60;
/** Sessions of one member at the same time (quality TK-13). */
const SESSIONS_MAX = 10;
const USER_AGENT_LENGTH = 300;

export type SessionsService = ReturnType<typeof createSessionsService>;

interface Deps {
  db: Db;
  clock: Clock;
  tokens: AccessTokens;
  refreshTokens: RefreshTokens;
  mailQueue: MailQueue;
  mails: AuthMails;
  live: Pick<Live, 'transaction'>;
  notices: Pick<NoticesService, 'notify'>;
  events: Pick<DomainEventHub, 'emit'>;
  log: EventLog;
}

export function createSessionsService(deps: Deps) {
  const { db, clock, tokens, refreshTokens, events } = deps;
  const findSession = prepareFindSession(db);

  return {
    refresh: createRefresh(deps),
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

    /**
     * Opens a session on the device whose cookie is given; answers its first pair of tokens. The
     * eleventh session of a member ends the oldest (quality TK-13). Null when `passwordHash`, the one
     * the password was found right against, is no longer the member's, or the member was suspended
     * or withdrew meanwhile: a reset ends a login under way too (quality TK-10). After the commit the
     * caller emits `access-changed`.
     */
    async open(
      executor: Executor,
      input: { memberId: number; passwordHash: string; device: string; userAgent: string },
    ): Promise<Tokens | null> {
      const now = clock.now();
      const id = randomUUID();
      const expiresAt = addSeconds(now, IDLE_SECONDS);
      const refreshToken = refreshTokens.create(id, expiresAt);
      const isOpened = await executor.transaction(async (tx) => {
        if ((await lockMember(tx, input.memberId, now)) !== input.passwordHash) return false;
        await insertSession(tx, {
          id,
          memberId: input.memberId,
          deviceHash: sha256(input.device),
          refreshHash: sha256(refreshToken),
          userAgent: input.userAgent.slice(0, USER_AGENT_LENGTH),
          createdAt: now,
          lastUsedAt: now,
          expiresAt,
          endsAt: addSeconds(now, ABSOLUTE_SECONDS),
        });
        await revokeBeyond(tx, input.memberId, id, SESSIONS_MAX, now);
        return true;
      });
      if (!isOpened) return null;
      return {
        accessToken: tokens.sign({ memberId: input.memberId, sessionId: id }),
        refreshToken,
      };
    },

    /** Ends the caller's session; once more changes nothing. */
    async end(actor: Actor): Promise<void> {
      await revokeSession(db, actor.sessionId, clock.now());
      events.emit('access-changed', { memberId: actor.memberId });
    },

    /**
     * Ends every session of the member, in the caller's transaction (quality VC-11, TK-10); after
     * its commit the caller emits `access-changed`.
     */
    async endAll(executor: Executor, memberId: number): Promise<void> {
      await revokeAllSessions(executor, memberId, clock.now());
    },
  };
}
