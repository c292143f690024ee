import { randomUUID } from 'node:crypto';
import type { Executor, Tx } from '../../db/client.ts';
import type { Emit } from '../../domain/live/live.ts';
import { addSeconds, kstDay } from '../../platform/clock.ts';
import { AppError } from '../../platform/errors.ts';
import { randomToken, sha256 } from '../../platform/secrets.ts';
import { report } from '../../platform/security-events.ts';
import type { Visit } from '../../platform/visit.ts';
import type { Tools } from '../tools.ts';
import type { LoginRow } from './sessions.login.repo.ts';
import { IDLE_SECONDS, type Tokens } from './sessions.refresh.ts';
import { insertSession, lockMember, revokeBeyond } from './sessions.repo.ts';
import type { AccessTokens, RefreshTokens } from './tokens.ts';

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
    const claims = { memberId: input.memberId, sessionId: id };
    const mark = refreshTokens.createMark(claims, refreshToken, expiresAt);
    return { accessToken: tokens.sign(claims, mark), refreshToken };
  };
}

export interface LoginResult {
  tokens: Tokens;
  /** Value for the device cookie. */
  device: string;
}

interface EnterDeps extends Pick<Tools, 'notifications' | 'events' | 'log'> {
  sessions: { open: OpenSession };
}

export type Enter = ReturnType<typeof createEnter>;

/** The end of every login, once its proofs are right. */
export function createEnter({ sessions, notifications, events, log }: EnterDeps) {
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

/** Who may not log in, however right the proofs are. */
export function createRefusals({ clock, log }: Pick<Tools, 'clock' | 'log'>) {
  return (member: LoginRow, { isLocal }: { isLocal: boolean }): void => {
    refuseSuspended(member);
    refuseForeignDemo(member, isLocal);
  };

  function refuseForeignDemo({ id, isDemo }: LoginRow, isLocal: boolean): void {
    if (!isDemo || isLocal) return;
    report(log, 'login refused', { memberId: id });
    throw new AppError('DEMO_LOCAL_ONLY');
  }

  function refuseSuspended({ id, suspendedUntil, suspendedReason }: LoginRow): void {
    if (suspendedUntil === null || suspendedUntil <= clock.now()) return;
    report(log, 'login refused', { memberId: id });
    const reason = suspendedReason === null ? '' : ` 사유: ${suspendedReason}`;
    throw new AppError('ACCOUNT_SUSPENDED', {
      message: `이용이 정지된 계정입니다. 이의는 이메일로 보낸 주소에서 제기할 수 있습니다. 정지 기간: ${kstDay(suspendedUntil)}까지.${reason}`,
    });
  }
}
