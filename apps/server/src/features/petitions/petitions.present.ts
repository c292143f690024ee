import type { Petition, PetitionItem } from '@naru/contract/petitions';
import { isMasked, maskPost } from '../../domain/authorship/writer.ts';
import { petitionState } from '../../domain/petitions/petitions.ts';
import { postWriterName } from '../../domain/posts/post.present.ts';
import type { Actor } from '../../platform/actor.ts';
import { addDays, startOfKstDay, toKst } from '../../platform/clock.ts';
import { petitionRights } from './petitions.policy.ts';
import type { ListedRow, listAnswers, PetitionRow } from './petitions.repo.ts';

interface Seen {
  today: string;
  isSigned: boolean;
}

function presentHead(row: Omit<PetitionRow, 'authorId' | 'isBlinded'>, { today, isSigned }: Seen) {
  const { id, addressee, signatureCount, threshold, endsOn, owedOn, closeReason } = row;
  const state = petitionState(row, today);
  return {
    ...{ id, addressee, state, signatureCount, threshold },
    ...{ endsOn, owedOn, isSigned, closeReason },
  };
}

export function presentListed(row: ListedRow, seen: Seen): PetitionItem {
  const item = {
    ...presentHead(row, seen),
    title: row.title,
    writerNickname: postWriterName(row),
    commentCount: row.commentCount,
    createdDate: toKst(row.createdAt),
  };
  return isMasked(row) ? maskPost(item, row) : item;
}

interface Parts extends Seen {
  answers: Awaited<ReturnType<typeof listAnswers>>;
}

export function presentPetition(row: PetitionRow, actor: Actor, parts: Parts): Petition {
  return {
    ...presentHead(row, parts),
    answers: parts.answers.map(({ createdAt, ...rest }) => ({ ...rest, date: toKst(createdAt) })),
    history: historyOf(row, parts.today),
    ...petitionRights(row, actor, parts),
  };
}

/** Every state with its time; those that come with a day begin with it. */
function historyOf(row: PetitionRow, today: string): Petition['history'] {
  const { createdAt, reachedAt, owedOn, answeredAt, endedAt, endedAs, endsOn } = row;
  const dayAfter = (day: string) => startOfKstDay(addDays(day, 1));
  const last = answeredAt ?? endedAt;
  const isLate = owedOn !== null && dayAfter(owedOn) <= (last ?? startOfKstDay(today));
  const isFailed = petitionState(row, today) === 'FAILED';
  const states = [
    ['COLLECTING', createdAt],
    ['WAITING', reachedAt],
    ['OVERDUE', isLate ? dayAfter(owedOn) : null],
    ['ANSWERED', answeredAt],
    ['FAILED', isFailed ? dayAfter(endsOn) : null],
    [endedAs ?? 'CLOSED', endedAt],
  ] as const;
  return states.flatMap(([state, at]) => (at === null ? [] : [{ state, date: toKst(at) }]));
}
