import { asc, eq } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { petitionAnswers, petitions, posts } from '../../db/schema/index.ts';
import { readSignatures } from '../../domain/petitions/signatures.repo.ts';
import { toKst } from '../../platform/clock.ts';
import type { Seal } from '../../platform/seal.ts';

const timeOf = (at: Date | null) => at && toKst(at);

/** What the member has signed, begun and answered; the texts of petitions are among the posts. */
export async function readPetitions(db: Executor, seal: Seal, memberId: number) {
  const own = await db
    .select({
      id: petitions.postId,
      addressee: petitions.addressee,
      threshold: petitions.threshold,
      answerDays: petitions.answerDays,
      endsOn: petitions.endsOn,
      signatureCount: petitions.signatureCount,
      reachedAt: petitions.reachedAt,
      owedOn: petitions.owedOn,
      answeredAt: petitions.answeredAt,
      endedAt: petitions.endedAt,
      endedAs: petitions.endedAs,
      closeReason: petitions.closeReason,
    })
    .from(petitions)
    .innerJoin(posts, eq(posts.id, petitions.postId))
    .where(eq(posts.authorId, memberId))
    .orderBy(asc(petitions.postId));
  const answers = await db
    .select({
      petitionId: petitionAnswers.postId,
      content: petitionAnswers.content,
      createdAt: petitionAnswers.createdAt,
    })
    .from(petitionAnswers)
    .where(eq(petitionAnswers.memberId, memberId))
    .orderBy(asc(petitionAnswers.id));
  return {
    petitions: own.map(({ reachedAt, answeredAt, endedAt, ...rest }) => ({
      ...rest,
      reachedAt: timeOf(reachedAt),
      answeredAt: timeOf(answeredAt),
      endedAt: timeOf(endedAt),
    })),
    petitionAnswers: answers.map(({ createdAt, ...rest }) => ({
      ...rest,
      createdAt: toKst(createdAt),
    })),
    signedPetitions: await readSignatures(db, seal, memberId),
  };
}
