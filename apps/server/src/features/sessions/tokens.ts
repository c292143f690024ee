import { randomBytes } from 'node:crypto';
import { gcm } from '@noble/ciphers/aes.js';
import { createSigner, createVerifier, TokenError } from 'fast-jwt';
import { LRUCache } from 'lru-cache';
import type { Actor } from '../../platform/actor.ts';
import type { Clock } from '../../platform/clock.ts';
import { AppError } from '../../platform/errors.ts';
import { deriveKey, sha256 } from '../../platform/secrets.ts';
import { signedToken } from '../../platform/signed-token.ts';

export const ACCESS_SECONDS = 15 * 60;

const ISSUER = 'naru';
const AUDIENCE = 'naru-api';
const TYPE = 'at+jwt';
/** Each takes half a kilobyte. */
const KNOWN_MAX = 10_000;

export type AccessClaims = Pick<Actor, 'memberId' | 'sessionId'>;

interface Genuine {
  claims: AccessClaims;
  expiresAt: Date;
}

export type AccessTokens = ReturnType<typeof createAccessTokens>;

/**
 * Signs access tokens (HMAC-SHA256) with the newest secret and accepts the former secrets too
 * (rotation).
 */
export function createAccessTokens(secrets: readonly string[], clock: Clock) {
  const keys = secrets.map((secret) => deriveKey(secret, 'access token'));
  const verifiers = keys.map((key) =>
    createVerifier({
      key,
      allowedIss: ISSUER,
      allowedAud: AUDIENCE,
      algorithms: ['HS256'],
      checkTyp: TYPE,
      ignoreExpiration: true,
    }),
  );
  const signer = createSigner({
    key: keys[0],
    algorithm: 'HS256',
    iss: ISSUER,
    aud: AUDIENCE,
    header: { alg: 'HS256', typ: TYPE },
  });

  /** Genuine tokens by their exact text, whose signature needs no second check. */
  const known = new LRUCache<string, Genuine>({ max: KNOWN_MAX });

  function read(token: string): Genuine {
    const found = known.get(token);
    if (found !== undefined) return found;
    const genuine = check(token);
    known.set(token, genuine);
    return genuine;
  }

  function check(token: string): Genuine {
    const { sub, sid, exp } = firstValid(verifiers, token);
    const memberId = Number(sub);
    if (!Number.isSafeInteger(memberId) || typeof sid !== 'string' || typeof exp !== 'number') {
      throw new AppError('TOKEN_INVALID');
    }
    return { claims: { memberId, sessionId: sid }, expiresAt: new Date(exp * 1000) };
  }

  return {
    /** `page` is the mark for the cookie of pages, which the web app takes from here. */
    sign({ memberId, sessionId }: AccessClaims, page?: string): string {
      const iat = Math.floor(clock.now().getTime() / 1000);
      const exp = iat + ACCESS_SECONDS;
      return signer({ sub: String(memberId), sid: sessionId, iat, exp, page });
    },

    /**
     * One object for all uses of a token. Throws TOKEN_EXPIRED for a genuine but expired token, TOKEN_INVALID
     * for anything else.
     */
    verify(token: string, options?: { allowExpired?: boolean }): AccessClaims {
      const { claims, expiresAt } = read(token);
      const isExpired = expiresAt <= clock.now();
      if (isExpired && options?.allowExpired !== true) throw new AppError('TOKEN_EXPIRED');
      return claims;
    },

    /** The member of a genuine token, expired or not; null for anything else. */
    memberOf(token: string): number | null {
      try {
        return read(token).claims.memberId;
      } catch {
        return null;
      }
    },

    /** Expiry of a genuine token, expired or not; throws TOKEN_INVALID for anything else. */
    expiryOf: (token: string) => read(token).expiresAt,
  };
}

type Verify = (token: string) => Record<string, unknown>;

function firstValid(verifiers: readonly Verify[], token: string): Record<string, unknown> {
  for (const verify of verifiers) {
    try {
      return verify(token);
    } catch (error) {
      if (!(error instanceof TokenError)) throw error;
    }
  }
  throw new AppError('TOKEN_INVALID');
}

const ID_BYTES = 16;
const RANDOM_BYTES = 32;
const HASH_BYTES = 16;
const NONCE_BYTES = 12;

export type RefreshTokens = ReturnType<typeof createRefreshTokens>;

/** What a browser shows with the request of a page; the hash is the start of that of its refresh token. */
export interface PageMark extends AccessClaims {
  hash: Buffer;
}

/** As much of the hash of a refresh token as a page mark has. */
export const startOfHash = (hash: Buffer): Buffer => hash.subarray(0, HASH_BYTES);

/**
 * Session id and 256 random bits, signed: the signature distinguishes a genuine token rotated long ago,
 * whose reuse ends the session, from a forged one, which is ignored.
 */
export function createRefreshTokens(secrets: readonly string[]) {
  const tokens = signedToken('refresh token', secrets);
  const marks = signedToken('page mark', secrets);
  return {
    create(sessionId: string, expiresAt: Date): string {
      return tokens.sign(
        Buffer.concat([fromUuid(sessionId), randomBytes(RANDOM_BYTES)]),
        expiresAt,
      );
    },

    /** A page mark that is valid as long as this refresh token. */
    createMark({ memberId, sessionId }: AccessClaims, token: string, expiresAt: Date): string {
      const parts = [fromUuid(sessionId), startOfHash(sha256(token)), Buffer.from(`${memberId}`)];
      return marks.sign(Buffer.concat(parts), expiresAt);
    },

    /** Null for a forged or expired mark. */
    readMark(mark: string, now: Date): PageMark | null {
      const payload = marks.verify(mark, now);
      if (payload === null) return null;
      return {
        sessionId: toUuid(payload.subarray(0, ID_BYTES)),
        hash: payload.subarray(ID_BYTES, ID_BYTES + HASH_BYTES),
        memberId: Number(payload.subarray(ID_BYTES + HASH_BYTES)),
      };
    },

    /** Session id of a genuine token, or null. */
    sessionOf(token: string): string | null {
      const payload = tokens.read(token)?.payload;
      if (payload?.length !== ID_BYTES + RANDOM_BYTES) return null;
      return toUuid(payload.subarray(0, ID_BYTES));
    },
  };
}

/** Encrypts the new pair with a key derived from the old token. */
export function encryptSuccessor(oldToken: string, pair: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const sealed = gcm(deriveKey(oldToken, 'successor'), nonce).encrypt(Buffer.from(pair));
  return Buffer.concat([nonce, sealed]);
}

/** Throws when the token is not the one that the pair was encrypted with. */
export function decryptSuccessor(oldToken: string, box: Buffer): string {
  const nonce = box.subarray(0, NONCE_BYTES);
  const plain = gcm(deriveKey(oldToken, 'successor'), nonce).decrypt(box.subarray(NONCE_BYTES));
  return Buffer.from(plain).toString();
}

function fromUuid(id: string): Buffer {
  return Buffer.from(id.replaceAll('-', ''), 'hex');
}

function toUuid(bytes: Buffer): string {
  return bytes.toString('hex').replace(/(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
