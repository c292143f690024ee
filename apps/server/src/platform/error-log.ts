/** The parts of an error that may be logged. */
export interface LoggableError {
  type: string;
  message: string;
  code?: string;
  /** Call sites only, without the message. */
  stack: string;
  cause?: LoggableError | undefined;
}

const CAUSES_MAX = 5;

/**
 * Serialiser of `err` for the log. Drops the parameter values that the query builder puts into its
 * errors (addresses, codes, hashes).
 */
export function loggableError(error: unknown, depth = 0): LoggableError {
  if (!(error instanceof Error)) return { type: typeof error, message: 'not an error', stack: '' };
  const code = 'code' in error ? { code: String(error.code) } : {};
  const cause = error.cause !== undefined && depth < CAUSES_MAX ? error.cause : undefined;
  return {
    type: error.name,
    message: withoutValues(error),
    ...code,
    stack: callsOf(error),
    ...(cause !== undefined && { cause: loggableError(cause, depth + 1) }),
  };
}

/** The statement keeps its `$1`; the parameters are dropped. */
function withoutValues(error: Error): string {
  const [statement = ''] = 'params' in error ? error.message.split('\nparams: ') : [error.message];
  return statement;
}

function callsOf(error: Error): string {
  const lines = (error.stack ?? '').split('\n');
  return lines.filter((line) => line.startsWith('    at ')).join('\n');
}
