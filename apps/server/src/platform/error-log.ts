/** What of an error may be written to the log. */
export interface LoggableError {
  type: string;
  message: string;
  code?: string;
  /** Where it was thrown: calls only, no message. */
  stack: string;
  cause?: LoggableError | undefined;
}

const CAUSES_MAX = 5;

/**
 * Serialiser of `err` for the log. The query builder puts every value of a failed statement into
 * its error, addresses, codes and hashes among them: they stay out.
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

/** A statement keeps its `$1`; what stood for it is dropped. */
function withoutValues(error: Error): string {
  const [statement = ''] = 'params' in error ? error.message.split('\nparams: ') : [error.message];
  return statement;
}

function callsOf(error: Error): string {
  const lines = (error.stack ?? '').split('\n');
  return lines.filter((line) => line.startsWith('    at ')).join('\n');
}
