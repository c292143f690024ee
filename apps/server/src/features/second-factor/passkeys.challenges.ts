import { randomBytes } from 'node:crypto';
import { PASSKEY_LIMITS } from '@naru/contract/passkeys';
import type { Executor } from '../../db/client.ts';
import { addSeconds } from '../../platform/clock.ts';
import { sha256 } from '../../platform/secrets.ts';
import { signedToken } from '../../platform/signed-token.ts';
import type { Tools } from '../tools.ts';

const NONCE_BYTES = 16;
const ID_BYTES = 8;
/** Longer than any that this site makes. */
const LENGTH_MAX = 400;

/** What a challenge is for: a new passkey, the second step of a login, or a login by itself. */
export type Purpose = 'add' | 'step' | 'login';

interface Deps extends Pick<Tools, 'clock' | 'throttle'> {
  /** Newest first. */
  secrets: readonly string[];
}

/** Challenges for five minutes and one use. They are signed, and only used ones are noted. */
export function createChallenges({ clock, throttle, secrets }: Deps) {
  const seconds = PASSKEY_LIMITS.challengeSeconds;
  const tokens = (purpose: Purpose) => signedToken(`passkey challenge: ${purpose}`, secrets);

  return {
    /** `memberId` is 0 for a login by itself. */
    make(purpose: Purpose, memberId: number): string {
      const id = Buffer.alloc(ID_BYTES);
      id.writeBigUInt64BE(BigInt(memberId));
      const payload = Buffer.concat([id, randomBytes(NONCE_BYTES)]);
      return tokens(purpose).sign(payload, addSeconds(clock.now(), seconds));
    },

    /**
     * Whether the challenge, as the browser returns it, is open for this purpose and member: anything that
     * JSON can be, of which only the one spelling that was sent is right.
     */
    isOpen(purpose: Purpose, memberId: number, challenge: unknown): challenge is string {
      if (typeof challenge !== 'string' || challenge.length > LENGTH_MAX) return false;
      const text = Buffer.from(challenge, 'base64url').toString();
      if (encoded(text) !== challenge) return false;
      const payload = tokens(purpose).verify(text, clock.now());
      return payload !== null && Number(payload.readBigUInt64BE()) === memberId;
    },

    /** When an open challenge was made. */
    madeAt(purpose: Purpose, challenge: string): Date {
      const text = Buffer.from(challenge, 'base64url').toString();
      return addSeconds(tokens(purpose).read(text)?.expiresAt ?? clock.now(), -seconds);
    },

    /** Throws PASSKEY_REFUSED for one that was used, also in a transaction that is not over yet. */
    use(tx: Executor, challenge: string): Promise<void> {
      const key = `passkey challenge ${sha256(challenge).toString('base64url')}`;
      return throttle.once(tx, key, seconds, 'PASSKEY_REFUSED');
    },
  };
}

/** Browsers take bytes in Base64url. */
export function encoded(challenge: string): string {
  return Buffer.from(challenge).toString('base64url');
}
