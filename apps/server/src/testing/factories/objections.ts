import type { SignedIn, TestApp } from '../test-app.ts';

const actorOf = ({ id, roles }: SignedIn) => ({ memberId: id, sessionId: '', roles });

/** Suspends the member and returns the token of the link in the e-mail. */
export async function suspendByEmail(
  t: TestApp,
  admin: SignedIn,
  member: SignedIn,
  { until, reason = '도배' }: { until: string; reason?: string },
): Promise<string> {
  await t.services.moderation.suspend(actorOf(admin), member.id, { until, reason });
  return findLink(t, member);
}

/** The token of the link in the member's newest e-mail. */
export async function findLink(t: TestApp, member: SignedIn): Promise<string> {
  const email = (await t.mails()).find(({ to }) => to === member.email);
  return /\/objection#(\S+)/.exec(email?.text ?? '')?.[1] ?? '';
}
