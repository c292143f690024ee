import type { ContentType } from '@naru/contract/moderation';
import { changeMember } from '../../testing/factories/comments.ts';
import type { CallResult, SignedIn, TestApp } from '../../testing/test-app.ts';

/** Reports the content as a member whose account is older than a day, or as `as`. */
export async function report(
  t: TestApp,
  targetType: ContentType,
  targetId: number,
  as?: SignedIn,
): Promise<CallResult> {
  const reporter = as ?? (await oldMember(t));
  return t.call('POST', '/api/inquiry', {
    as: reporter,
    body: { title: '신고', content: '봐 주세요', category: 'REPORT', targetType, targetId },
  });
}

/** A member who may be counted as a reporter. */
export async function oldMember(t: TestApp): Promise<SignedIn> {
  const member = await t.signIn('STUDENT');
  const createdAt = new Date(t.clock.now().getTime() - 2 * 24 * 60 * 60 * 1000);
  await changeMember(t, member.id, { createdAt });
  return member;
}
