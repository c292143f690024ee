import { readTokens, subjectOf } from './tokens.ts';

/** Whether requests are made for another member, who has logged in here since. */
export function isOfAnother(memberId: number): boolean {
  const subject = subjectOf(readTokens()?.accessToken ?? '');
  return Boolean(subject) && subject !== String(memberId);
}
