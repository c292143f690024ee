/** SQLSTATEs, errnos and messages of an unreachable or overloaded database. */
const AWAY = /^(08|57P|53[234]|57014|40P01|40001|55P03)|^(ECONN|ETIMEDOUT|EPIPE|ENOTFOUND)/;
const AWAY_TEXT =
  /timeout exceeded when trying to connect|Query read timeout|Connection terminated|Client has encountered a connection error|Cannot use a pool after calling end/;
const FULL = /^(53100|ENOSPC)$/;

/** Classifies a driver error inside the query builder's wrappers; null: anything else. */
export function backendTrouble(error: unknown): 'full' | 'away' | null {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; depth += 1) {
    const code = String((cause as { code?: unknown }).code ?? '');
    if (FULL.test(code)) return 'full';
    if (AWAY.test(code) || AWAY_TEXT.test(cause.message)) return 'away';
    cause = cause.cause;
  }
  return null;
}
