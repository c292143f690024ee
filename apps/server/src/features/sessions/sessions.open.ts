import { randomUUID } from 'node:crypto';
import type { Executor } from '../../db/client.ts';
import { addSeconds } from '../../platform/clock.ts';
import { sha256 } from '../../platform/secrets.ts';
import type { Tools } from '../tools.ts';
import type { AccessTokens } from './access-tokens.ts';
import type { RefreshTokens } from './refresh-tokens.ts';
import { IDLE_SECONDS, type Tokens } from './sessions.refresh.ts';
import { insertSession, lockMember, revokeBeyond } from './sessions.repo.ts';

/** A session ends after this time, however active it is. */
const ABSOLUTE_SECONDS = 30 * 24 * 60 * 60;
const SESSIONS_PER_MEMBER = 10;
const USER_AGENT_LENGTH = 300;

interface Deps extends Pick<Tools, 'clock'> {
  tokens: AccessTokens;
  refreshTokens: RefreshTokens;
}

interface SessionStart {
  memberId: number;
  /** The hash that the password was verified against. */
  passwordHash: string;
  /** Value of the device cookie. */
  device: string;
  userAgent: string;
}

export type OpenSession = ReturnType<typeof createOpen>;

/**
 * Opens a session and returns its first pair of tokens; the eleventh session of a member ends the
 * oldest. Null when the password changed or the member was suspended or withdrew since the check.
 * Emit `access-changed` after the commit.
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
      await revokeBeyond(tx, input.memberId, id, SESSIONS_PER_MEMBER, now);
      return true;
    });
    if (!isOpened) return null;
    return { accessToken: tokens.sign({ memberId: input.memberId, sessionId: id }), refreshToken };
  };
}
