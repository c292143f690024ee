import {
  ForeignPageError,
  type ForeignPageFault,
} from '../../../platform/foreign-pages/foreign-page.ts';

export type SourceErrorCode =
  | ForeignPageFault
  /** The page no longer looks as its configuration says. */
  | 'LAYOUT_CHANGED';

/** Why a source cannot be read; the message is a Korean sentence for staff. */
export class SourceError extends Error {
  readonly code: SourceErrorCode;

  constructor(code: SourceErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

export function layoutChanged(message: string): SourceError {
  return new SourceError('LAYOUT_CHANGED', message);
}

export function notReadable(message: string, cause?: unknown): SourceError {
  return new SourceError('NOT_READABLE', message, { cause });
}

/** The same error of a page as one of its source. */
export function toSourceError(error: unknown): unknown {
  if (!(error instanceof ForeignPageError)) return error;
  return new SourceError(error.code, error.message, { cause: error });
}
