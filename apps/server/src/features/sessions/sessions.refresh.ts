import type { Tx } from '../../db/client.ts';
import type { Emit } from '../../domain/live/live.ts';
import { addSeconds } from '../../platform/clock.ts';
import { orWithoutWriting } from '../../platform/database/query-errors.ts';
import { AppError } from '../../platform/errors.ts';
import { equalBytes, sha256 } from '../../platform/secrets.ts';
import { report } from '../../platform/security-events.ts';
import type { Tools } from '../tools.ts';
import type { SessionEmails } from './sessions.emails.ts';
import {
  findSessionForUpdate,
  revokeSession,
  type SessionRow,
  updateSession,
} from './sessions.repo.ts';
import type { AccessTokens } from './tokens.ts';
import { decryptSuccessor, encryptSuccessor, type RefreshTokens } from './tokens.ts';

export const IDLE_SECONDS = 14 * 24 * 60 * 60;
/** How long a rotated token still returns its successor. */
const GRACE_SECONDS = 10;

export interface Tokens {
  accessToken: string;
  refreshToken: string;
}

type UsedTools = 'clock' | 'emailQueue' | 'live' | 'notifications' | 'events' | 'log';

interface Deps extends Pick<Tools, UsedTools> {
  tokens: AccessTokens;
  refreshTokens: RefreshTokens;
  emails: SessionEmails;
}

type Renew = (tx: Tx, session: SessionRow, refreshToken: string, now: Date) => Promise<Tokens>;

interface Exchange {
  refreshToken: string;
  device: string | null;
  renew: Renew;
}

type Outcome =
  | { kind: 'pair'; tokens: Tokens }
  | { kind: 'refused' }
  | { kind: 'reused'; memberId: number };

/**
 * Exchanges a refresh token for a new pair; requires the device cookie of the same session.
 * Idempotent for 10 s (two tabs, a lost response): the same token returns the same pair. Later
 * reuse ends the session with all its tokens and notifies the member. With a full disk the refresh
 * token stays as it is, so that signed-in members can read on. Throws REFRESH_INVALID.
 */
export function createRefresh(deps: Deps) {
  const { clock, tokens, refreshTokens, emailQueue, live, notifications, events, log } = deps;

  return async (input: { refreshToken: string; device: string | null }): Promise<Tokens> => {
    const sessionId = refreshTokens.sessionOf(input.refreshToken);
    if (sessionId === null) throw new AppError('REFRESH_INVALID');
    const run = (renew: Renew) =>
      live.transaction((tx, emit) => exchange(tx, emit, sessionId, { ...input, renew }));
    const outcome = await orWithoutWriting(
      () => run(rotate),
      () => run(reuseToken),
    );
    if (outcome.kind === 'pair') return outcome.tokens;
    if (outcome.kind === 'reused') {
      const { memberId } = outcome;
      report(log, 'refresh reused', { memberId });
      events.emit('access-changed', { memberId });
    } else {
      report(log, 'refresh refused');
    }
    throw new AppError('REFRESH_INVALID');
  };

  async function exchange(
    tx: Tx,
    emit: Emit,
    sessionId: string,
    { refreshToken, device, renew }: Exchange,
  ): Promise<Outcome> {
    const now = clock.now();
    const found = await findSessionForUpdate(tx, sessionId, now);
    if (found === null || !found.isMemberActive || isOver(found.session, now)) {
      return { kind: 'refused' };
    }
    const { session, email } = found;
    const hash = sha256(refreshToken);
    const isCurrent = equalBytes(hash, session.refreshHash);
    const box = graceBox(session, hash, now);
    if (!isCurrent && box === null) {
      await revokeSession(tx, session.id, now);
      await emailQueue.enqueue(tx, deps.emails.sessionEnded(email));
      const { memberId } = session;
      await notifications.notify(tx, emit, { kind: 'sessionEnded', facts: null, to: [memberId] });
      return { kind: 'reused', memberId };
    }
    if (!isOnDevice(session, device)) return { kind: 'refused' };
    if (box !== null) return { kind: 'pair', tokens: openPair(refreshToken, box) };
    return { kind: 'pair', tokens: await renew(tx, session, refreshToken, now) };
  }

  function signAccess({ memberId, id }: SessionRow, refreshToken: string, expiresAt: Date): string {
    const claims = { memberId, sessionId: id };
    return tokens.sign(claims, refreshTokens.createMark(claims, refreshToken, expiresAt));
  }

  async function reuseToken(_tx: Tx, session: SessionRow, refreshToken: string): Promise<Tokens> {
    return { accessToken: signAccess(session, refreshToken, session.expiresAt), refreshToken };
  }

  async function rotate(tx: Tx, session: SessionRow, oldToken: string, now: Date): Promise<Tokens> {
    const idleEnd = addSeconds(now, IDLE_SECONDS);
    const expiresAt = new Date(Math.min(idleEnd.getTime(), session.endsAt.getTime()));
    const refreshToken = refreshTokens.create(session.id, expiresAt);
    const pair = { accessToken: signAccess(session, refreshToken, expiresAt), refreshToken };
    await updateSession(tx, session.id, {
      refreshHash: sha256(pair.refreshToken),
      previousHash: sha256(oldToken),
      successorBox: encryptSuccessor(oldToken, `${pair.accessToken} ${pair.refreshToken}`),
      rotatedAt: now,
      lastUsedAt: now,
      expiresAt,
    });
    return pair;
  }
}

function isOver(session: SessionRow, now: Date): boolean {
  return session.revokedAt !== null || session.expiresAt <= now || session.endsAt <= now;
}

function isOnDevice(session: SessionRow, device: string | null): boolean {
  return device !== null && equalBytes(sha256(device), session.deviceHash);
}

/** The encrypted successor, when the token was rotated at most 10 s ago. */
function graceBox(session: SessionRow, hash: Buffer, now: Date): Buffer | null {
  const { previousHash, rotatedAt, successorBox } = session;
  if (previousHash === null || rotatedAt === null || successorBox === null) return null;
  const isLate = addSeconds(rotatedAt, GRACE_SECONDS) < now;
  return isLate || !equalBytes(hash, previousHash) ? null : successorBox;
}

function openPair(oldToken: string, box: Buffer): Tokens {
  const [accessToken = '', refreshToken = ''] = decryptSuccessor(oldToken, box).split(' ');
  return { accessToken, refreshToken };
}
