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

/** The errno name (`ENOENT`, ...) of a failed system call, or an empty string. */
export function errnoOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
