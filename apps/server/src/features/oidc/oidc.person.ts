import { emailField, joinBody } from '@naru/contract/auth';
import * as z from 'zod/mini';
import type { OidcSettings } from '../../config/env.oidc.ts';

export type Claims = Readonly<Record<string, unknown>>;

const { username: usernameField, name: nameField } = joinBody.shape;

export interface Person {
  username: string | null;
  name: string | null;
  email: string | null;
  /** The same address where the provider has proven it itself. */
  provenEmail: string | null;
}

type Names = Pick<OidcSettings, 'numberClaim' | 'emailClaim'>;

/** The claim that says whether the address is proven: `email_verified` for `email`. */
const verifiedClaim = ({ emailClaim }: Names) => `${emailClaim}_verified`;

/** Claims that a sign-up uses. */
export function claimsOfPerson(names: Names): string[] {
  const number = names.numberClaim === null ? [] : [names.numberClaim];
  return [...number, 'name', names.emailClaim, verifiedClaim(names)];
}

/**
 * What the ID token and the UserInfo response say together. The first counts, but an address and the word that
 * it is proven come from one of them: from UserInfo where it has either.
 */
export function claimsOfBoth(idToken: Claims, userInfo: Claims, names: Names): Claims {
  const pair = [names.emailClaim, verifiedClaim(names)];
  const all = { ...userInfo, ...idToken };
  if (!pair.some((name) => Object.hasOwn(userInfo, name))) return all;
  return { ...all, ...Object.fromEntries(pair.map((name) => [name, userInfo[name]])) };
}

/** The student or staff number; null where none is read, or it has another form than numbers here. */
export function numberOf(claims: Claims, { numberClaim }: Names): string | null {
  const value = numberClaim === null ? null : claims[numberClaim];
  return valid(usernameField, typeof value === 'number' ? String(value) : value);
}

/** What this site can use of the claims; anything else is left out. */
export function personOf(claims: Claims, names: Names): Person {
  const email = valid(emailField, claims[names.emailClaim]);
  return {
    username: numberOf(claims, names),
    name: valid(nameField, claims.name),
    email,
    // Some providers send booleans as text; only the real one counts.
    provenEmail: claims[verifiedClaim(names)] === true ? email : null,
  };
}

function valid(field: z.ZodMiniType<string>, value: unknown): string | null {
  const result = z.safeParse(field, value);
  return result.success ? result.data : null;
}
