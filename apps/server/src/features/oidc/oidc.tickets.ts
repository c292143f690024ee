import { OIDC_LIMITS } from '@naru/contract/oidc';
import { addSeconds, type Clock } from '../../platform/clock.ts';
import { sha256 } from '../../platform/secrets.ts';
import { signedToken } from '../../platform/signed-token.ts';

/** Somebody whom the provider vouches for and whom no account knows yet. */
export interface Newcomer {
  subject: string;
  /** An address that the provider has proven; null: it must be proven here. */
  email: string | null;
  /** Student or staff number, where the operator named a claim for it. */
  username: string | null;
}

interface Deps {
  clock: Clock;
  /** Newest first. */
  secrets: readonly string[];
  issuer: string;
}

/** What carries a newcomer from the provider to the end of the sign-up, in the same browser. */
export function createTickets({ clock, secrets, issuer }: Deps) {
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
