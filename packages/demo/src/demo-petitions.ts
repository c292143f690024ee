import type { Tx } from '@naru/server/db/client';
import { petitionAnswers, petitionSignatures, petitions } from '@naru/server/db/schema';
import { addDays, addSeconds, kstDay } from '@naru/server/platform/clock';
import type { DemoPost } from './content.ts';
import { type DemoWorld, personNamed } from './demo-world.ts';
import { pick } from './engagement.ts';
import type { PostPlan } from './plan-posts.ts';

const DAY_SECONDS = 24 * 60 * 60;
const COLLECT_DAYS = 30;
const ANSWER_DAYS = 14;

type DemoPetition = NonNullable<DemoPost['petition']>;

/** Adds the petitions of the posts, signed by students whose accounts nobody is invited to try. */
export async function insertDemoPetitions(
  tx: Tx,
  world: DemoWorld,
  list: readonly DemoPost[],
  plans: readonly PostPlan[],
  tried: readonly string[],
): Promise<void> {
  const students = world.people.filter(
    ({ roles, nickname }) => roles.includes('STUDENT') && !tried.includes(nickname),
  );
  for (const [place, { petition, key }] of list.entries()) {
    const row = plans[place]?.row;
    if (petition === undefined || row === undefined) continue;
    const signers = pick(world.random, students, petition.signed, 0);
    if (signers.length < petition.signed) throw new Error(`too few students for ${key}`);
    await insertPetition(tx, world, petition, {
      id: row.id,
      createdAt: row.createdAt ?? world.now,
    });
    await tx
      .insert(petitionSignatures)
      .values(signers.map(({ id }) => ({ postId: row.id, signer: world.seal.sealIn(row.id, id) })));
  }
}

async function insertPetition(
  tx: Tx,
  world: DemoWorld,
  { to, threshold, signed, days = COLLECT_DAYS, reached, answers = [] }: DemoPetition,
  { id: postId, createdAt }: { id: number; createdAt: Date },
): Promise<void> {
  const ago = (count: number) => addSeconds(world.now, -count * DAY_SECONDS);
  const [first] = answers;
  await tx.insert(petitions).values({
    postId,
    addressee: to,
    threshold,
    answerDays: ANSWER_DAYS,
    endsOn: addDays(kstDay(createdAt), days),
    signatureCount: signed,
    ...(reached !== undefined && {
      reachedAt: ago(reached),
      owedOn: addDays(kstDay(ago(reached)), ANSWER_DAYS),
    }),
    ...(first && { answeredAt: ago(first.days) }),
  });
  for (const { by, days: before, text } of answers) {
    const memberId = personNamed(world, by).id;
    await tx
      .insert(petitionAnswers)
      .values({ postId, memberId, content: text, createdAt: ago(before) });
  }
}
