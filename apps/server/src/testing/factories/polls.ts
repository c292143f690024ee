import type { PollInput } from '@naru/contract/polls';
import { pollVersion } from '../../domain/polls/polls.ts';
import type { CallResult, SignedIn, TestApp } from '../test-app.ts';

/** The body of a vote for a poll as it was written. */
export function voteBody({ endsAt, ...poll }: PollInput, ...choices: number[]) {
  return {
    choices,
    version: pollVersion({ ...poll, options: [...poll.options], endsAt: endsAt ?? null }),
  };
}

/** Votes in the poll of a post as it stands. */
export async function vote(
  t: TestApp,
  as: SignedIn | undefined,
  postId: number,
  ...choices: number[]
): Promise<CallResult> {
  const { json } = await t.call('GET', `/api/post/${postId}/poll`, { as });
  const body = { choices, version: json.poll?.version ?? '' };
  return t.call('PUT', `/api/post/${postId}/poll/vote`, { as, body });
}
