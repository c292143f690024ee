import { randomUUID } from 'node:crypto';
import type { Db, Executor } from '../../db/client.ts';
import type { Actor } from '../../platform/actor.ts';
import { addSeconds, type Clock } from '../../platform/clock.ts';
import { AppError } from '../../platform/errors.ts';
import { randomToken, sha256 } from '../../platform/secrets.ts';
import type { AccessTokens } from './auth.tokens.ts';
import { insertSession, prepareFindSession } from './sessions.repo.ts';

const DAY_SECONDS = 24 * 60 * 60;
/** Idle life of a session (decisions 37). */
const IDLE_SECONDS = 14 * DAY_SECONDS;
/** Longest life of a session (quality TK-12). */
const ABSOLUTE_SECONDS = 30 * DAY_SECONDS;

export interface Tokens {
  accessToken: string;
  refreshToken: string;
}

export type SessionsService = ReturnType<typeof createSessionsService>;

interface Deps {
  db: Db;
  clock: Clock;
  tokens: AccessTokens;
}

export function createSessionsService({ db, clock, tokens }: Deps) {
  const findSession = prepareFindSession(db);

  return {
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

    /** Opens a session on the device whose cookie is given; answers its first pair of tokens. */
    async open(
      executor: Executor,
      input: { memberId: number; device: string; userAgent: string },
    ): Promise<Tokens> {
      const now = clock.now();
      const id = randomUUID();
      const expiresAt = addSeconds(now, IDLE_SECONDS);
      const refreshToken = `${randomToken()}.${Math.floor(expiresAt.getTime() / 1000)}`;
      await insertSession(executor, {
        id,
        memberId: input.memberId,
        deviceHash: sha256(input.device),
        refreshHash: sha256(refreshToken),
        userAgent: input.userAgent.slice(0, 300),
        createdAt: now,
        lastUsedAt: now,
        expiresAt,
        endsAt: addSeconds(now, ABSOLUTE_SECONDS),
      });
      return {
        accessToken: tokens.sign({ memberId: input.memberId, sessionId: id }),
        refreshToken,
      };
    },
  };
}
