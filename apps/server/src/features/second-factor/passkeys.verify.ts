import { randomBytes } from 'node:crypto';
import { isIP } from 'node:net';
import {
  PASSKEY_LIMITS,
  type PasskeyAssertion,
  type PasskeyRegistration,
} from '@naru/contract/passkeys';
import {
  SettingsService,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import type { Executor } from '../../db/client.ts';
import { addSeconds } from '../../platform/clock.ts';
import { isLoopback } from '../../platform/loopback.ts';
import { sha256 } from '../../platform/secrets.ts';
import { signedToken } from '../../platform/signed-token.ts';
import type { Tools } from '../tools.ts';
import type { PasskeyRow } from './passkeys.repo.ts';

/** For whom passkeys are: the host and the origin of the site. */
export interface RelyingParty {
  id: string;
  origin: string;
}

/**
 * Null where browsers make no passkeys: at an IP address, and without https except on localhost, as which a server
 * on a loopback address is opened. A development server has its own origin in PUBLIC_URL.
 */
export function relyingParty(publicUrl: string): RelyingParty | null {
  const url = new URL(publicUrl);
  if (isAddress(url) && isLoopback(url.hostname)) url.hostname = 'localhost';
  const { hostname: id, origin, protocol } = url;
  const isSecure = protocol === 'https:' || id === 'localhost';
  return !isAddress(url) && isSecure ? { id, origin } : null;
}

function isAddress({ hostname }: URL): boolean {
  return isIP(hostname.replace(/^\[|\]$/g, '')) !== 0;
}

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

type Transports = NonNullable<
  Parameters<typeof verifyAuthenticationResponse>[0]['credential']['transports']
>;

// No attestation is asked for, so none is followed to its maker's certificates, which would be asked over the network.
for (const identifier of ['android-key', 'android-safetynet', 'apple'] as const) {
  SettingsService.setRootCertificates({ identifier, certificates: [] });
}

interface Expected {
  party: RelyingParty;
  /** Also remembers the challenge, for its one use. */
  isExpected: (challenge: unknown) => boolean;
}

/** What of a new passkey is stored; null for anything that is not one of this site and challenge. */
export async function readRegistration(
  credential: PasskeyRegistration,
  { party, isExpected }: Expected,
) {
  const transports = credential.response.transports as Transports | undefined;
  const result = await orNull(() =>
    verifyRegistrationResponse({
      response: {
        ...credential,
        response: {
          ...credential.response,
          transports,
        },
        clientExtensionResults: {},
      },
      expectedChallenge: isExpected,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: false,
    }),
  );
  if (result === null || !result.verified) return null;
  const { credential: made, credentialDeviceType, credentialBackedUp } = result.registrationInfo;
  if (made.id !== credential.id) return null;
  return {
    credentialId: made.id,
    publicKey: Buffer.from(made.publicKey),
    counter: made.counter,
    transports: transports ?? [],
    canBeBackedUp: credentialDeviceType === 'multiDevice',
    isBackedUp: credentialBackedUp,
  };
}

/** The new state of a passkey that has signed the challenge, and whether it counts behind it; null when it has not. */
export async function readAssertion(
  credential: PasskeyAssertion,
  passkey: PasskeyRow,
  { party, isExpected, mustVerifyUser }: Expected & { mustVerifyUser: boolean },
) {
  const result = await orNull(() =>
    verifyAuthenticationResponse({
      response: { ...credential, clientExtensionResults: {} },
      expectedChallenge: isExpected,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      credential: {
        id: passkey.credentialId,
        publicKey: new Uint8Array(passkey.publicKey),
        // Compared below: the library does so before it checks the signature, which anybody could then do without.
        counter: 0,
        transports: passkey.transports as Transports,
      },
      requireUserVerification: mustVerifyUser,
    }),
  );
  if (result === null || !result.verified) return null;
  const { newCounter, credentialBackedUp } = result.authenticationInfo;
  // Devices that do not count stay at 0.
  const isBehind = newCounter <= passkey.counter && passkey.counter > 0;
  return { counter: newCounter, isBackedUp: credentialBackedUp, isBehind };
}

/** The library throws for each thing that does not fit, such as a foreign origin. */
async function orNull<T>(verify: () => Promise<T>): Promise<T | null> {
  try {
    return await verify();
  } catch {
    return null;
  }
}
