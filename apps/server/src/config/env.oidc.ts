import * as z from 'zod/mini';
import { isLoopback } from '../platform/loopback.ts';
import { checked, word } from './env.values.ts';

/** Sign-in by an OpenID Connect provider. */
export interface OidcSettings {
  /** As the operator wrote it: its discovery document must name the same. */
  issuer: string;
  clientId: string;
  /** Null for a public client. */
  clientSecret: string | null;
  /** Of the provider, on the button. */
  name: string;
  scopes: string;
  /** Further origins that the discovery document may name. */
  origins: readonly string[];
  /** Claim with the student or staff number; null: none is read. */
  numberClaim: string | null;
  emailClaim: string;
}

const claim = checked(
  (value) => /^[A-Za-z0-9_.:/-]{1,100}$/.test(value),
  'is not the name of a claim such as email',
);

export const oidcFields = {
  /** Address of the provider, such as `https://login.example.ac.kr`. */
  OIDC_ISSUER: z.optional(
    checked(
      isIssuer,
      'is not an address like https://login.example.ac.kr, with https: and without ? and #',
    ),
  ),
  OIDC_CLIENT_ID: word,
  /** Unset for a public client. */
  OIDC_CLIENT_SECRET: word,
  OIDC_NAME: z.optional(
    checked(
      (value) => /^(?=.*\S)[^<>\p{C}]{1,30}$/u.test(value),
      'is not a name of 1 to 30 characters',
    ),
  ),
  OIDC_SCOPES: z.prefault(
    checked(
      (value) =>
        /^[\x21\x23-\x5b\x5d-\x7e ]{1,300}$/.test(value) && value.split(' ').includes('openid'),
      'is not a list like "openid email profile" with openid',
    ),
    'openid email profile',
  ),
  /** Origins besides that of the provider which it names for its calls. */
  OIDC_ORIGINS: z.prefault(
    z.pipe(
      checked(
        (value) => readOrigins(value).every(isOrigin),
        'is not a list of addresses like https://keys.example.ac.kr, with https: and without a path',
      ),
      z.transform(readOrigins),
    ),
    '',
  ),
  OIDC_NUMBER_CLAIM: z.optional(claim),
  OIDC_EMAIL_CLAIM: z.prefault(claim, 'email'),
};

type Given = z.output<z.ZodMiniObject<typeof oidcFields>>;

/** Null without settings. Returns the name of a setting and the one that it is missing for instead. */
export function readOidc(given: Given): OidcSettings | null | { missing: string; for: string } {
  const { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, OIDC_NAME } = given;
  const needed = { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_NAME };
  const all = Object.entries({ ...needed, OIDC_CLIENT_SECRET });
  const set = all.find(([, value]) => value !== undefined)?.[0];
  if (set === undefined) return null;
  const missing = Object.entries(needed).find(([, value]) => value === undefined)?.[0];
  if (missing !== undefined) return { missing, for: set };
  return {
    issuer: OIDC_ISSUER ?? '',
    clientId: OIDC_CLIENT_ID ?? '',
    clientSecret: OIDC_CLIENT_SECRET ?? null,
    name: (OIDC_NAME ?? '').trim(),
    scopes: given.OIDC_SCOPES,
    origins: given.OIDC_ORIGINS,
    numberClaim: given.OIDC_NUMBER_CLAIM ?? null,
    emailClaim: given.OIDC_EMAIL_CLAIM,
  };
}

function isIssuer(value: string): boolean {
  if (!isSecure(value) || /[?#]/.test(value)) return false;
  const { username, password } = new URL(value);
  return username === '' && password === '';
}

function isOrigin(value: string): boolean {
  return isSecure(value) && new URL(value).origin === value;
}

function readOrigins(value: string): string[] {
  return value
    .split(',')
    .map((entry) => entry.trim().replace(/\/$/, ''))
    .filter((entry) => entry !== '');
}

/** Without TLS only on this machine, as for a trial. */
function isSecure(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, hostname } = new URL(value);
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname));
}
