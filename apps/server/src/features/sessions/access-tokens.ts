import { createSigner, createVerifier, TokenError } from 'fast-jwt';
import type { Actor } from '../../platform/actor.ts';
import type { Clock } from '../../platform/clock.ts';
import { AppError } from '../../platform/errors.ts';
import { deriveKey } from '../../platform/secrets.ts';

export const ACCESS_SECONDS = 15 * 60;

const ISSUER = 'naru';
const AUDIENCE = 'naru-api';
const TYPE = 'at+jwt';
const CACHE_ENTRIES = 1000;

type AccessClaims = Pick<Actor, 'memberId' | 'sessionId'>;

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
      cache: CACHE_ENTRIES,
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

  function read(token: string): AccessClaims & { expiresAt: Date } {
    const { sub, sid, exp } = firstValid(verifiers, token);
    const memberId = Number(sub);
    if (!Number.isSafeInteger(memberId) || typeof sid !== 'string' || typeof exp !== 'number') {
      throw new AppError('TOKEN_INVALID');
    }
    return { memberId, sessionId: sid, expiresAt: new Date(exp * 1000) };
  }

  return {
    sign({ memberId, sessionId }: AccessClaims): string {
      const iat = Math.floor(clock.now().getTime() / 1000);
      return signer({ sub: String(memberId), sid: sessionId, iat, exp: iat + ACCESS_SECONDS });
    },

    /** Throws TOKEN_EXPIRED for a genuine but expired token, TOKEN_INVALID for anything else. */
    verify(token: string, options?: { allowExpired?: boolean }): AccessClaims {
      const { expiresAt, ...claims } = read(token);
      const isExpired = expiresAt <= clock.now();
      if (isExpired && options?.allowExpired !== true) throw new AppError('TOKEN_EXPIRED');
      return claims;
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
