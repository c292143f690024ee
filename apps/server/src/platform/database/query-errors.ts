import { errnoOf } from './errors.ts';

/**
 * SQLSTATEs, errnos and messages of an unreachable or overloaded database. Its socket is missing while it
 * starts again, and full when many connect at once.
 */
const UNREACHABLE =
  /^(08|57P|53[234])|^(ECONN|ETIMEDOUT|EPIPE|ENOTFOUND|EAI_AGAIN|EHOST|ENETUN|ENETDOWN)/;
const UNREACHABLE_TEXT =
  /timeout exceeded when trying to connect|timeout expired|^connect E(?:NOENT|AGAIN) |Query read timeout|Connection terminated|Client has encountered a connection error|Cannot use a pool after calling end/;
/** What a database cancels that is in use by others. */
const CANCELLED = /^(57014|40P01|40001|55P03)/;
const FULL = /^(53100|ENOSPC|EDQUOT)$/;
/** Of programs of PostgreSQL, whose output is all there is. */
const FULL_TEXT = /No space left on device|Disk quota exceeded/;
const READ_ONLY = '25006';
const UNIQUE_VIOLATION = '23505';
const DEADLOCK = '40P01';
const LOCK_TIMEOUT = '55P03';
/** SQLSTATEs of a statement whose transaction the server has rolled back. */
const REFUSED = /^(23|40|55P03|57014)/;
const CAUSES_MAX = 5;

/** Classifies a driver error inside the query builder's wrappers; null: anything else. */
export function backendTrouble(error: unknown): 'full' | 'away' | null {
  for (const { code, message } of causesOf(error)) {
    if (FULL.test(code)) return 'full';
    if (CANCELLED.test(code) || isUnreachable(code, message)) return 'away';
  }
  return null;
}

/** Why a start may wait: the disk is full, the database is away, or it takes no writes. */
export type PassingTrouble = 'full' | 'away' | 'readOnly';

/**
 * Classifies an error of a start that may pass by itself; null: anything else, such as a wrong password or an
 * unknown database.
 */
export function passingTrouble(error: unknown): PassingTrouble | null {
  for (const { code, message } of causesOf(error)) {
    if (FULL.test(code) || FULL_TEXT.test(message)) return 'full';
    if (code === READ_ONLY) return 'readOnly';
    if (isUnreachable(code, message)) return 'away';
  }
  return null;
}

const isUnreachable = (code: string, message: string) =>
  UNREACHABLE.test(code) || UNREACHABLE_TEXT.test(message);

/** Whether the calls of a failed statement may be tried one by one; false when the database is away. */
export function mayConcernOneCall(error: unknown): boolean {
  return backendTrouble(error) !== 'away' || isDeadlock(error);
}

/** Runs `first`; when the disk is full, runs `second` instead, which writes nothing. */
export async function orWithoutWriting<T>(
  first: () => Promise<T>,
  second: () => Promise<T>,
): Promise<T> {
  try {
    return await first();
  } catch (error) {
    if (backendTrouble(error) !== 'full') throw error;
    return second();
  }
}

/** Whether a statement waited longer for a lock than its transaction allows. */
export function isLockTimeout(error: unknown): boolean {
  return causesOf(error).some(({ code }) => code === LOCK_TIMEOUT);
}

/** Whether a statement failed because of a deadlock. */
export function isDeadlock(error: unknown): boolean {
  return causesOf(error).some(({ code }) => code === DEADLOCK);
}

/**
 * Whether the database itself refused or cancelled a statement for its values, a lock or its time: nothing of the
 * transaction is stored, so it may be repeated. False for a lost connection, after which the outcome is unknown.
 */
export function isRolledBack(error: unknown): boolean {
  return causesOf(error).some(({ code }) => REFUSED.test(code));
}

export function isDuplicate(error: unknown): boolean {
  return causesOf(error).some(({ code }) => code === UNIQUE_VIOLATION);
}

function causesOf(error: unknown, depth = 0): { code: string; message: string }[] {
  if (!(error instanceof Error) || depth === CAUSES_MAX) return [];
  const own = { code: errnoOf(error), message: error.message };
  return [own, ...causesOf(error.cause, depth + 1)];
}
