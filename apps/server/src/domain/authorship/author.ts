import { randomInt } from 'node:crypto';
import { cutToMinute } from '../../platform/clock.ts';

/** Who wrote a row, as stored: a member, a sealed one, or neither when all traces are erased. */
export interface StoredAuthor {
  authorId: number | null;
  authorSeal: Buffer | null;
}

/** A member, with the seal under which it writes anonymously: equal seals are the same member. */
export interface Self<T = unknown, S = T> {
  memberId: T;
  seal: S;
}

type KnownSelf = Self<number, Buffer>;

/** Ids of anonymous rows are drawn from here, far above the counted ones, and tell no order. */
const ANONYMOUS_IDS = [2 ** 40, 2 ** 47] as const;

export function drawAnonymousId(): number {
  return randomInt(...ANONYMOUS_IDS);
}

/** When something is written, changed or removed; to the minute where the time would tell by whom. */
export function timeOf(isAnonymous: boolean, now: Date): Date {
  return isAnonymous ? cutToMinute(now) : now;
}

export function isAuthor(row: StoredAuthor, { memberId, seal }: KnownSelf): boolean {
  return row.authorId === memberId || row.authorSeal?.equals(seal) === true;
}

/** What is stored of the author of a new row: below an anonymous post nothing but the seal. */
export function storedAuthor(isAnonymous: boolean, { memberId, seal }: KnownSelf) {
  return isAnonymous
    ? { authorId: null, authorSeal: seal }
    : { authorId: memberId, authorSeal: null };
}
