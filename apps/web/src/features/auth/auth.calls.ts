import { LIMITS } from '@naru/contract/limits';
import type { QueryClient } from '@tanstack/react-query';
import { meQuery } from '../../entities/member/me.ts';
import { api } from '../../lib/api/api.ts';
import { startSession } from '../../lib/session/session.ts';

export type Credentials = { username: string; password: string };

export type SignUpValues = {
  username: string;
  password: string;
  email: string;
  nickname: string;
  name: string;
};

/** Times in epoch ms by the browser's clock. */
export type CodeTimes = { endsAt: number; resendAt: number };

/** Logs in, stores the tokens and loads the current member. */
export async function logIn(client: QueryClient, credentials: Credentials): Promise<void> {
  const tokens = await api('POST /api/member/login', { body: credentials, anonymous: true });
  startSession(tokens);
  await client.fetchQuery(meQuery);
}

/**
 * Sends a code by e-mail. The returned times add the server's intervals to the browser's clock, so
 * clock skew does not matter. `signedIn`: the code is for a change of the member's own address.
 */
export async function sendCode(email: string, signedIn: boolean): Promise<CodeTimes> {
  const request = { body: { email }, anonymous: !signedIn };
  const sent = await api('POST /api/auth/email-check', request);
  const resendAt = Date.now() + LIMITS.codeResendSeconds * 1000;
  const between = Date.parse(sent.expiresAt) - Date.parse(sent.resendAt);
  return { resendAt, endsAt: resendAt + between };
}

export async function verifyCode(email: string, code: string, signedIn: boolean): Promise<void> {
  await api('POST /api/auth/verify-code', { body: { email, code }, anonymous: !signedIn });
}

/** Throws an ApiError with field errors when a value is taken or invalid. */
export async function checkDuplicate(values: SignUpValues): Promise<void> {
  await api('POST /api/auth/check-duplicate', { body: values, anonymous: true });
}

/** Creates the member; the address must have been verified. */
export async function join(
  values: SignUpValues,
  consent: { terms: string; privacy: string },
): Promise<void> {
  await api('POST /api/member/join', { body: { ...values, consent }, anonymous: true });
}

/** Starts a reset; returns the masked e-mail address, which the later calls accept as well. */
export async function verifyId(username: string): Promise<string> {
  const body = { username };
  return (await api('POST /api/member/verify-id', { body, anonymous: true })).email;
}

export async function resetPassword(username: string, newPassword: string): Promise<void> {
  await api('POST /api/member/reset-password/no-login', {
    body: { username, newPassword },
    anonymous: true,
  });
}
