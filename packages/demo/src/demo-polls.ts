import type { Tx } from '@naru/server/db/client';
import { pollBallots, polls } from '@naru/server/db/schema';
import { addSeconds } from '@naru/server/platform/clock';
import type { DemoPost } from './content.ts';
import type { DemoWorld } from './demo-world.ts';
import { pick } from './engagement.ts';
import type { PostPlan } from './plan-posts.ts';

const DAY_SECONDS = 24 * 60 * 60;

/** Adds the polls of the posts, with votes of students whose accounts nobody is invited to try. */
export async function insertDemoPolls(
  tx: Tx,
  world: DemoWorld,
  list: readonly DemoPost[],
  plans: readonly PostPlan[],
  tried: readonly string[],
): Promise<void> {
  const students = world.people.filter(
    ({ roles, nickname }) => roles.includes('STUDENT') && !tried.includes(nickname),
  );
  for (const [place, { poll }] of list.entries()) {
    const postId = plans[place]?.row.id;
    if (poll === undefined || postId === undefined) continue;
    const sets = Object.entries(poll.votes).flatMap(([choices, count]) =>
      Array.from({ length: count }, () => bitsOf(choices)),
    );
    const voters = pick(world.random, students, sets.length, 0);
    if (voters.length < sets.length) throw new Error(`too few students for ${list[place]?.key}`);
    const rules = {
      postId,
      optionCount: poll.options.length,
      maxChoices: poll.maxChoices ?? 1,
      isAnonymous: poll.open !== true,
    };
    await tx.insert(polls).values({
      ...rules,
      options: poll.options,
      endsAt: poll.days === undefined ? null : addSeconds(world.now, poll.days * DAY_SECONDS),
      counts: poll.options.map((_, at) => sets.filter((set) => ((set >> at) & 1) === 1).length),
      voterCount: sets.length,
    });
    await tx.insert(pollBallots).values(
      sets.map((choices, at) => {
        const memberId = voters[at]?.id ?? 0;
        const voter = world.voterIn(postId, memberId);
        return { ...rules, voter, memberId: rules.isAnonymous ? null : memberId, choices };
      }),
    );
  }
}

function bitsOf(choices: string): number {
  return choices.split(',').reduce((set, place) => set | (1 << Number(place)), 0);
}
