import { randomInt } from 'node:crypto';
import { truncateToMinute } from '../../platform/clock.ts';

/** The author columns of a row: an id, or a seal on anonymous rows; both null once traces are erased. */
export interface StoredAuthor {
  authorId: number | null;
  authorSeal: Buffer | null;
}

/**
 * The two keys under which a member is stored as author; the seal is used on anonymous rows. `T` and `S` are
 * values, or SQL of columns that have them.
 */
export interface AuthorIdentity<T = unknown, S = T> {
  memberId: T;
  seal: S;
}

/**
 * The two keys under which likes, scraps, follows and views of a member are stored; anonymous items store
 * hashes made with `markKey`. `T` and `K` are values, or SQL of columns that have them.
 */
export interface MarkOwner<T = unknown, K = T> {
  memberId: T;
  markKey: K;
}

export type KnownAuthor = AuthorIdentity<number, Buffer>;

/** Range of the random ids of anonymous rows: above the sequence, below 2^53, without any order. */
const ANONYMOUS_IDS = [2 ** 40, 2 ** 47] as const;

export const FIRST_ANONYMOUS_ID: number = ANONYMOUS_IDS[0];

export function randomAnonymousId(): number {
  return randomInt(...ANONYMOUS_IDS);
}

/** Whether a row with this id is anonymous, by its range. */
export function isAnonymousId(id: number): boolean {
  return id >= FIRST_ANONYMOUS_ID;
}

/** Timestamp to store: truncated to the minute on anonymous rows, so that it cannot identify the author. */
export function storedTime(isAnonymous: boolean, now: Date): Date {
  return isAnonymous ? truncateToMinute(now) : now;
}

/**
 * Client id to store: a keyed hash on anonymous rows. A text sent to an open and to an anonymous board
 * can have one id, which would link the rows.
 */
export function storedClientId(
  isAnonymous: boolean,
  seal: { hashText(text: string): Buffer },
  clientId: string | null,
): string | null {
  if (clientId === null || !isAnonymous) return clientId;
  return seal.hashText(`client id ${clientId}`).toString('base64url');
}

export function isAuthor(row: StoredAuthor, { memberId, seal }: KnownAuthor): boolean {
  return row.authorId === memberId || row.authorSeal?.equals(seal) === true;
}

export function storedAuthor(isAnonymous: boolean, { memberId, seal }: KnownAuthor) {
  return isAnonymous
    ? { authorId: null, authorSeal: seal }
    : { authorId: memberId, authorSeal: null };
}
