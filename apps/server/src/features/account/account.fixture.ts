import { TEST_PASSWORD } from '../../testing/factories/members.ts';
import type { CallResult, SignedIn, TestApp } from '../../testing/test-app.ts';

export async function prove(t: TestApp, as: SignedIn, password = TEST_PASSWORD): Promise<void> {
  const { json } = await t.call('POST', '/api/member/verify-password', { as, body: { password } });
  if (json.message !== true) throw new Error(`not proven: ${JSON.stringify(json)}`);
}

export function logIn(
  t: TestApp,
  username: string,
  password = TEST_PASSWORD,
  device?: string,
): Promise<CallResult> {
  return t.call('POST', '/api/member/login', {
    body: { username, password },
    ...(device !== undefined && { cookies: { naru_device: device } }),
  });
}

/** `200`, or the status and error code that the session gets. */
export async function sessionStatus(t: TestApp, as: SignedIn): Promise<string> {
  const { status, json } = await t.call('GET', '/api/member/my-roles', { as });
  return status === 200 ? '200' : `${status} ${json.error}`;
}

/** Requests a code for a new address and reads it from the e-mail. */
export async function askCode(t: TestApp, as: SignedIn, email: string): Promise<string> {
  await t.call('POST', '/api/auth/email-check', { as, body: { email } });
  const sent = (await t.mails()).find(({ to }) => to === email);
  return /인증 코드: (\d{6})/.exec(sent?.text ?? '')?.[1] ?? '';
}

export function countStatuses(responses: readonly { status: number }[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of responses) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

/** Refreshes the session: an access token lives for 15 minutes. */
export async function renew(t: TestApp, as: SignedIn): Promise<SignedIn> {
  const { json } = await t.call('POST', '/api/auth/refresh', {
    body: { refreshToken: as.refreshToken },
    cookies: { naru_device: as.device },
  });
  return {
    ...as,
    headers: { authorization: `Bearer ${json.accessToken}` },
    refreshToken: json.refreshToken,
  };
}
