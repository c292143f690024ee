import { LIMITS } from '@naru/contract/limits';
import type { QueryClient } from '@tanstack/react-query';
import { meQuery } from '../../entities/member/me.ts';
import { api } from '../../lib/api/api.ts';
import { startSession } from '../../lib/session/session.ts';

export type Credentials = { username: string; password: string };

/** What a new member types in. */
export type SignUpValues = {
  username: string;
  password: string;
  email: string;
  nickname: string;
  name: string;
};

/** Browser times (epoch ms) at which a sent code ends and may be asked for again. */
export type CodeTimes = { endsAt: number; resendAt: number };

/** Logs in, keeps the tokens and loads the current member. */
export async function logIn(client: QueryClient, credentials: Credentials): Promise<void> {
  const tokens = await api('POST /api/member/login', { body: credentials, anonymous: true });
  startSession(tokens);
  await client.fetchQuery(meQuery);
}

/**
 * Has a code sent. Counted from now by the server's own intervals, whatever this clock says.
 * `signedIn`: the code is for the change of the caller's address.
 */
export async function sendCode(email: string, signedIn: boolean): Promise<CodeTimes> {
  const request = { body: { email }, anonymous: !signedIn };
  const answer = await api('POST /api/auth/email-check', request);
  const resendAt = Date.now() + LIMITS.codeResendSeconds * 1000;
  const between = Date.parse(answer.expiresAt) - Date.parse(answer.resendAt);
  return { resendAt, endsAt: resendAt + between };
}

/** Proves the address with its code. */
export async function verifyCode(email: string, code: string, signedIn: boolean): Promise<void> {
  await api('POST /api/auth/verify-code', { body: { email, code }, anonymous: !signedIn });
}

/**
 * Asks whether id, address and nickname are free and the password is good enough, before a mail is
 * sent; throws the complaints per field.
 */
export async function checkDuplicate(values: SignUpValues): Promise<void> {
  await api('POST /api/auth/check-duplicate', { body: values, anonymous: true });
}

/** Creates the member; the address must have been proven. */
export async function join(
  values: SignUpValues,
  consent: { terms: string; privacy: string },
): Promise<void> {
  await api('POST /api/member/join', { body: { ...values, consent }, anonymous: true });
}

/** Starts a reset; answers the masked address that stands for the member. */
export async function verifyId(username: string): Promise<string> {
  const answer = await api('POST /api/member/verify-id', { body: { username }, anonymous: true });
  return answer.email;
}

/** Sets the new password in the running reset. */
export async function resetPassword(username: string, newPassword: string): Promise<void> {
  await api('POST /api/member/reset-password/no-login', {
    body: { username, newPassword },
    anonymous: true,
  });
}
