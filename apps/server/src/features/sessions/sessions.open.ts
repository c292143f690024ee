import { randomUUID } from 'node:crypto';
import type { Executor } from '../../db/client.ts';
import { addSeconds, type Clock } from '../../platform/clock.ts';
import { sha256 } from '../../platform/secrets.ts';
import type { AccessTokens } from './access-tokens.ts';
import type { RefreshTokens } from './refresh-tokens.ts';
import { IDLE_SECONDS, type Tokens } from './sessions.refresh.ts';
import { insertSession, lockMember, revokeBeyond } from './sessions.repo.ts';

/** Longest life of a session. */
const ABSOLUTE_SECONDS = 30 * 24 * 60 * 60;
/** Sessions of one member at the same time. */
const SESSIONS_MAX = 10;
const USER_AGENT_LENGTH = 300;

interface Deps {
  clock: Clock;
  tokens: AccessTokens;
  refreshTokens: RefreshTokens;
}

export interface SessionStart {
  memberId: number;
  /** The one that the password was found right against. */
  passwordHash: string;
  /** Value of the device cookie. */
  device: string;
  userAgent: string;
}

/**
 * Opens a session on the device whose cookie is given and returns its first pair of tokens. The
 * eleventh session of a member ends the oldest. Null when `passwordHash` is no longer the member's,
 * or the member was suspended or withdrew meanwhile: a reset ends a login under way too.
 * After the commit the caller emits `access-changed`.
 */
export function createOpen({ clock, tokens, refreshTokens }: Deps) {
  return async (executor: Executor, input: SessionStart): Promise<Tokens | null> => {
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
    return { accessToken: tokens.sign({ memberId: input.memberId, sessionId: id }), refreshToken };
  };
}
