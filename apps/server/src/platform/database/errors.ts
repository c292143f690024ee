export type DatabaseStartCode =
  | 'FOLDER_IN_USE'
  | 'FOLDER_UNUSABLE'
  | 'BINARIES_MISSING'
  | 'NOT_PERMITTED'
  | 'INIT_FAILED'
  | 'START_FAILED';

/** A start that cannot succeed on this machine. `message` is one sentence for the operator. */
export class DatabaseStartError extends Error {
  override readonly name = 'DatabaseStartError';
  readonly code: DatabaseStartCode;

  constructor(code: DatabaseStartCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** Turns a failed system call into a sentence for the operator; keeps other errors. */
export function asStartError(error: unknown, dataDir: string): unknown {
  if (error instanceof DatabaseStartError || !errnoOf(error)) return error;
  const message = `The data folder ${dataDir} cannot be used: ${messageOf(error)}.`;
  return new DatabaseStartError('FOLDER_UNUSABLE', message, { cause: error });
}

/** The errno name (`ENOENT`, ...) of a failed system call, or an empty string. */
export function errnoOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/** Several refused addresses of one host have a code and no message. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message || errnoOf(error) : String(error);
}
