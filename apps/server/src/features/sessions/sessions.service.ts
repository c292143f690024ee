import type { Executor } from '../../db/client.ts';
import { countedRoles } from '../../domain/access/held-back.ts';
import { endFeeds } from '../../domain/access/members.repo.ts';
import type { Actor } from '../../platform/actor.ts';
import { createBatchedRead } from '../../platform/batched-read.ts';
import { hostCookie } from '../../platform/cookies.ts';
import { AppError } from '../../platform/errors.ts';
import { equalBytes, sha256 } from '../../platform/secrets.ts';
import type { Tools } from '../tools.ts';
import { createSessionEmails } from './sessions.emails.ts';
import { accountKey, createLogin } from './sessions.login.ts';
import { createEnter, createOpen, createRefusals } from './sessions.open.ts';
import { createPasswordProof } from './sessions.password-proof.ts';
import { createRefresh } from './sessions.refresh.ts';
import {
  findLiveSessions,
  findOwner,
  listSessions,
  lockMember,
  type Owner,
  prepareFindSessions,
  preparePageSession,
  revokeAllSessions,
  revokeByHash,
  revokeOfMember,
  revokeOthers,
  revokeSession,
} from './sessions.repo.ts';
import { createSecondStep } from './sessions.second-step.ts';
import { createAccessTokens, createRefreshTokens, type PageMark, startOfHash } from './tokens.ts';

const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** The maximum that browsers allow. */
const DEVICE_SECONDS = 400 * 24 * 60 * 60;

type UsedTools = 'db' | 'clock' | 'seal' | 'throttle' | 'hashing' | 'log' | 'live' | 'events';

interface Deps extends Pick<Tools, UsedTools | 'notifications' | 'emailNames' | 'emailQueue'> {
  /** Newest first. */
  secrets: readonly string[];
}

export type SessionsService = ReturnType<typeof createSessionsService>;

export function createSessionsService(deps: Deps) {
  const { db, clock, seal, secrets, throttle, events, emailNames } = deps;
  const tokens = createAccessTokens(secrets, clock);
  const refreshTokens = createRefreshTokens(secrets);
  const parts = { ...deps, tokens, refreshTokens };
  const findPageSession = preparePageSession(db);
  const findSession = createBatchedRead(prepareFindSessions(db, seal));

  const sessions = {
    /** Identifies a browser; a refresh requires it next to the token. */
    cookie: hostCookie(emailNames.publicUrl, 'naru_device', DEVICE_SECONDS),
    open: createOpen(parts),
    refresh: createRefresh({ ...parts, emails: createSessionEmails(emailNames) }),
    proof: createPasswordProof({ ...deps, getOwner }),
    getOwner,

    /**
     * Returns the actor of an access token with its current roles. Throws TOKEN_EXPIRED for a
     * genuine but expired token, TOKEN_INVALID for a forged one, an ended session or an inactive
     * member.
     */
    async authenticate(token: string, options?: { allowExpired?: boolean }): Promise<Actor> {
      const claims = tokens.verify(token, options);
      const state = ID.test(claims.sessionId) ? await findSession(claims) : null;
      const now = clock.now();
      const isGone =
        state === null ||
        state.memberId !== claims.memberId ||
        state.withdrawnAt !== null ||
        (state.suspendedUntil !== null && state.suspendedUntil > now);
      if (isGone) throw new AppError('TOKEN_INVALID');
      const isOver = state.isRevoked || state.endsAt <= now;
      if (isOver && options?.allowExpired !== true) throw new AppError('TOKEN_INVALID');
      const { versions, blocked, blockedPosts, marked, studyYear, studyYearOf } = state;
      const years = { studyYear, studyYearOf };
      const reader = { versions, blocked, blockedPosts, marked, ...years };
      const { memberId, sessionId } = claims;
      return { memberId, sessionId, ...countedRoles(state), reader };
    },

    /**
     * An access token for what a page shows first, which never leaves the server; null unless the session is live,
     * of this device, and has the refresh token of the mark. Each call that is made with it is judged as any other.
     */
    async openPage({ sessionId, hash }: PageMark, device: string): Promise<string | null> {
      const found = await findPageSession(sessionId);
      const now = clock.now();
      if (found === null || found.expiresAt <= now || found.endsAt <= now) return null;
      const isOfDevice = equalBytes(sha256(device), found.deviceHash);
      if (!isOfDevice || !equalBytes(hash, startOfHash(found.refreshHash))) return null;
      return tokens.sign({ memberId: found.memberId, sessionId });
    },

    /** What a page is asked for with; null for what this server did not write, which costs no query. */
    readMark: (mark: string) => refreshTokens.readMark(mark, clock.now()),

    expiryOf: tokens.expiryOf,
    memberOf: tokens.memberOf,

    /** Those of the sessions that are live, with the roles of their members. */
    findLive: (ids: string[], executor: Executor = db) =>
      findLiveSessions(executor, ids, clock.now()),

    /** Live sessions of the actor: the current one first, then by last use. */
    async listOwn({ memberId, sessionId }: Actor) {
      const rows = await listSessions(db, memberId, clock.now());
      return rows
        .map((row) => ({ ...row, current: row.id === sessionId }))
        .toSorted((a, b) => Number(b.current) - Number(a.current));
    },

    /** Ends a session of the actor and its open streams. Throws SESSION_NOT_FOUND. */
    async endOwn({ memberId }: Actor, id: string): Promise<void> {
      const isEnded = ID.test(id) && (await revokeOfMember(db, memberId, id, clock.now()));
      if (!isEnded) throw new AppError('SESSION_NOT_FOUND');
      events.emit('access-changed', { memberId });
    },

    /**
     * Ends all other sessions of the actor; returns how many were live. Emit `access-changed` after
     * the commit.
     */
    endOthers: (executor: Executor, { memberId, sessionId }: Actor): Promise<number> =>
      revokeOthers(executor, memberId, sessionId, clock.now()),

    /** Ends the actor's session; idempotent. */
    async end(actor: Actor): Promise<void> {
      await revokeSession(db, actor.sessionId, clock.now());
      events.emit('access-changed', { memberId: actor.memberId });
    },

    /** Ends the session of the refresh token with this hash, if there is one; the hash can do nothing else. */
    async endByHash(refreshHash: Buffer): Promise<void> {
      const memberId = await revokeByHash(db, refreshHash, clock.now());
      if (memberId !== null) events.emit('access-changed', { memberId });
    },

    /**
     * Serialises logins and password changes of one member until the transaction ends; returns the
     * current password hash, or null when the member may not log in.
     */
    lockMember: (tx: Executor, memberId: number) => lockMember(tx, memberId, clock.now()),

    /** A new password lifts the delay that failures with the old one caused. */
    clearFailures: (tx: Executor, username: string) => throttle.clearAll(tx, accountKey(username)),

    /**
     * Ends every session of the member, and what else a stranger could read by. The transaction has the lock of the
     * member. Emit `access-changed` after the commit.
     */
    async endAll(tx: Executor, memberId: number): Promise<void> {
      await endFeeds(tx, memberId);
      await revokeAllSessions(tx, memberId, clock.now());
    },
  };
  const enter = createEnter({ ...deps, sessions });
  const refuse = createRefusals(deps);
  const secondStep = createSecondStep({ ...deps, enter, refuse });
  const login = createLogin({ ...deps, enter, refuse, secondStep });
  return Object.assign(sessions, { login, secondStep });

  /** Throws TOKEN_INVALID when the session has ended or its member withdrew. */
  async function getOwner({ sessionId }: Actor): Promise<Owner> {
    const owner = await findOwner(db, sessionId);
    if (owner === null) throw new AppError('TOKEN_INVALID');
    return owner;
  }
}
