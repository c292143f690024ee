const UNIQUE_VIOLATION = '23505';

export function isDuplicate(error: unknown): boolean {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; depth += 1) {
    if ('code' in cause && cause.code === UNIQUE_VIOLATION) return true;
    cause = cause.cause;
  }
  return false;
}
