import type { Petition, PetitionItem } from '@naru/contract/petitions';
import { hasRole } from '@naru/contract/roles';
import { isMasked, maskPost } from '../../domain/authorship/writer.ts';
import { petitionState } from '../../domain/petitions/petitions.ts';
import { postWriterName } from '../../domain/posts/post.present.ts';
import type { Actor } from '../../platform/actor.ts';
import { addDays, startOfKstDay, toKst } from '../../platform/clock.ts';
import { petitionRights } from './petitions.policy.ts';
import type { ListedRow, listAnswers, PetitionRow } from './petitions.repo.ts';

interface Seen {
  actor: Actor;
  today: string;
  isSigned: boolean;
}

type Head = Omit<PetitionRow, 'authorId'>;

/** What was reported is reported with the post, so that a blind hides what staff wrote about it as well. */
const isHidden = ({ isBlinded }: Head, { actor }: Seen) =>
  isBlinded && !hasRole(actor.roles, 'MANAGER');

function presentHead(row: Head, seen: Seen) {
  const { id, addressee, signatureCount, threshold, endsOn, owedOn } = row;
  const { today, isSigned } = seen;
  const state = petitionState(row, today);
  const closeReason = isHidden(row, seen) ? null : row.closeReason;
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

export function presentPetition(row: PetitionRow, parts: Parts): Petition {
  const answers = isHidden(row, parts) ? [] : parts.answers;
  return {
    ...presentHead(row, parts),
    answers: answers.map(({ createdAt, ...rest }) => ({ ...rest, date: toKst(createdAt) })),
    history: historyOf(row, parts.today),
    ...petitionRights(row, parts.actor, parts),
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
