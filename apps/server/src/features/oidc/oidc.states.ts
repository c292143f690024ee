import { createHmac, randomBytes } from 'node:crypto';
import { OIDC_LIMITS } from '@naru/contract/oidc';
import { addSeconds, type Clock } from '../../platform/clock.ts';
import { hostCookie } from '../../platform/cookies.ts';
import { AppError } from '../../platform/errors.ts';
import { deriveKey, equalBytes, sha256 } from '../../platform/secrets.ts';
import { signedToken } from '../../platform/signed-token.ts';
import type { Tools } from '../tools.ts';

const RANDOM_BYTES = 16;

/** What a visit of the provider is for. */
type Purpose = 'login' | 'link';

/** What the way back must show. */
export interface Expected {
  state: string;
  nonce: string;
  /** Of PKCE; it never leaves the server but to the provider. */
  verifier: string;
}

export interface Browser {
  /** Value of the cookie. */
  flow: string | null;
  /** As keyed by the rate limits. */
  address: string;
}

/** The browser, and the session where it links. */
interface Visitor {
  purpose: Purpose;
  /** Value of the cookie. */
  flow: string;
  /** Empty for a login. */
  sessionId: string;
}

interface Deps extends Pick<Tools, 'db' | 'clock' | 'throttle'> {
  publicUrl: string;
  /** Newest first. */
  secrets: readonly string[];
}

/**
 * Binds a visit of the provider to its browser, for ten minutes and one use. The state is signed, and nonce and
 * verifier follow from it and the cookie, so only used ones are noted.
 */
export function createStates({ db, clock, throttle, publicUrl, secrets }: Deps) {
  const { visitSeconds, signUpSeconds } = OIDC_LIMITS;
  const signed = signedToken('visit of the sign-in provider', secrets);
  const key = deriveKey(secrets[0] ?? '', 'nonce of the sign-in provider');

  return {
    cookie: hostCookie(publicUrl, 'naru_provider', signUpSeconds),

    make(visitor: Visitor): Expected {
      const payload = Buffer.concat([randomBytes(RANDOM_BYTES), markOf(visitor)]);
      const state = signed.sign(payload, addSeconds(clock.now(), visitSeconds));
      return expect(state, visitor);
    },

    /** Throws OIDC_REFUSED for a state that is over, forged, used, or of another browser, session or purpose. */
    async take(state: string, visitor: Visitor): Promise<Expected> {
      const payload = signed.verify(state, clock.now());
      const isOwn = payload !== null && equalBytes(payload.subarray(RANDOM_BYTES), markOf(visitor));
      if (!isOwn) throw new AppError('OIDC_REFUSED');
      const used = `provider visit ${sha256(state).toString('base64url')}`;
      await throttle.once(db, used, visitSeconds, 'OIDC_REFUSED');
      return expect(state, visitor);
    },
  };

  function expect(state: string, { flow }: Visitor): Expected {
    const derive = (what: string) =>
      createHmac('sha256', key).update(`${what} ${flow} ${state}`).digest('base64url');
    return { state, nonce: derive('nonce'), verifier: derive('verifier') };
  }
}

function markOf({ purpose, flow, sessionId }: Visitor): Buffer {
  return sha256(`${purpose} ${flow} ${sessionId}`);
}

/** Somebody whom the provider vouches for and whom no account knows yet. */
interface Newcomer {
  subject: string;
  /** An address that the provider has proven; null: it must be proven here. */
  email: string | null;
  /** Student or staff number, where the operator named a claim for it. */
  username: string | null;
}

interface TicketDeps {
  clock: Clock;
  /** Newest first. */
  secrets: readonly string[];
  issuer: string;
}

/** What carries a newcomer from the provider to the end of the sign-up, in the same browser. */
export function createTickets({ clock, secrets, issuer }: TicketDeps) {
  const signed = signedToken(`sign-up by ${issuer}`, secrets);

  return {
    /** `flow` is the value of the cookie. */
    make({ subject, email, username }: Newcomer, flow: string): string {
      const lines = [browserOf(flow), email ?? '', username ?? '', subject];
      return signed.sign(lines.join('\n'), addSeconds(clock.now(), OIDC_LIMITS.signUpSeconds));
    },

    /** Null for a ticket that is over, forged, or of another browser. */
    read(ticket: string, flow: string): Newcomer | null {
      const payload = signed.verify(ticket, clock.now());
      if (payload === null) return null;
      const [browser, email = '', username = '', subject = ''] = payload.toString().split('\n');
      if (browser !== browserOf(flow)) return null;
      return { subject, email: email || null, username: username || null };
    },
  };
}

function browserOf(flow: string): string {
  return sha256(flow).toString('base64url');
}
