import { LIMITS } from '@naru/contract/limits';
import type { Poll } from '@naru/contract/polls';
import { toKst } from '../../platform/clock.ts';
import { versionOf } from '../edits/versions.ts';
import type { PollRow } from './polls.sql.ts';

interface KeyedHash {
  hashText(text: string): Buffer;
}

/** The member's pseudonym in one poll: it differs in each poll, and computing it needs the key. */
export function voterIn(seal: KeyedHash, postId: number, memberId: number): Buffer {
  return seal.hashText(`poll ${postId} ${memberId}`);
}

/** The positions of a set of options. */
export function positionsOf(choices: number): number[] {
  return Array.from({ length: LIMITS.pollOptionsMax }, (_, place) => place).filter(
    (place) => ((choices >> place) & 1) === 1,
  );
}

/** The set of the positions. */
export function setOf(positions: readonly number[]): number {
  return positions.reduce((set, place) => set | (1 << place), 0);
}

type Rules = Pick<PollRow, 'options' | 'maxChoices' | 'isAnonymous' | 'endsAt'>;

/** Differs after each change of what members vote about. */
export function pollVersion({ options, maxChoices, isAnonymous, endsAt }: Rules): string {
  return versionOf([options, maxChoices, isAnonymous, endsAt && new Date(endsAt)]);
}

export function isOver({ endsAt }: Pick<Rules, 'endsAt'>, now: Date): boolean {
  return endsAt !== null && new Date(endsAt) <= now;
}

/** Whether the reader of the row sees its results: after a vote of their own, and after its end. */
export function showsResults(row: Pick<PollRow, 'endsAt' | 'chosen'>, now: Date): boolean {
  return row.chosen !== null || isOver(row, now);
}

export function presentPoll(row: PollRow, now: Date): Poll {
  const { options, counts, maxChoices, isAnonymous, endsAt, voterCount, chosen } = row;
  const isShown = showsResults(row, now);
  return {
    options: options.map((text, place) => ({ text, count: isShown ? (counts[place] ?? 0) : null })),
    maxChoices,
    isAnonymous,
    endsAt: endsAt === null ? null : toKst(new Date(endsAt)),
    isEnded: isOver(row, now),
    voterCount,
    chosen: positionsOf(chosen ?? 0),
    version: pollVersion(row),
  };
}
