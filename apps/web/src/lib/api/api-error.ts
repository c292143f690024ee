import type { ErrorBody, ErrorCode, FieldError } from '@naru/contract/errors';
import { formatDuration } from '../format/duration.ts';

/** A code of the contract's catalogue, or what the browser itself found. */
export type ApiErrorCode = ErrorCode | 'NETWORK' | 'UNREADABLE';

const NETWORK_TEXT = '네트워크에 연결할 수 없습니다. 연결을 확인하고 다시 시도해 주세요.';
const SERVER_TEXT = '서버 오류가 발생했습니다. 다시 시도해 주세요.';

type ApiErrorParts = {
  status: number;
  code: ApiErrorCode;
  message: string;
  errors?: readonly FieldError[];
  requestId?: string;
  retryAfter?: number;
  roomId?: number;
  conflicts?: ErrorBody['conflicts'];
};

/** Every failed call ends as one of these; `message` is Korean and fit for the user. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** HTTP status; 0 when no answer came. */
  readonly status: number;
  readonly code: ApiErrorCode;
  readonly errors: readonly FieldError[];
  readonly requestId?: string;
  /** Seconds to wait (429, 503). */
  readonly retryAfter?: number;
  /** With ROOM_EXISTS: the room that is there already. */
  readonly roomId?: number;
  /** With LECTURE_OVERLAP: the lectures of the timetable that are in the way. */
  readonly conflicts?: ErrorBody['conflicts'];

  constructor(parts: ApiErrorParts) {
    super(parts.message);
    this.status = parts.status;
    this.code = parts.code;
    this.errors = parts.errors ?? [];
    this.requestId = parts.requestId;
    this.retryAfter = parts.retryAfter;
    this.roomId = parts.roomId;
    this.conflicts = parts.conflicts;
  }
}

export function networkError(): ApiError {
  return new ApiError({ status: 0, code: 'NETWORK', message: NETWORK_TEXT });
}

function isErrorBody(body: unknown): body is ErrorBody {
  return (
    typeof body === 'object' &&
    body !== null &&
    'error' in body &&
    typeof body.error === 'string' &&
    'message' in body &&
    typeof body.message === 'string'
  );
}

function secondsOf(response: Response): number | undefined {
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  return Number.isFinite(seconds) ? seconds : undefined;
}

/** Reads an answer with a status of 400 or more; survives bodies that are not ours. */
export async function errorFrom(response: Response): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => null);
  const common = { status: response.status, retryAfter: secondsOf(response) };
  if (!isErrorBody(body)) {
    return new ApiError({ ...common, code: 'UNREADABLE', message: SERVER_TEXT });
  }
  const { error, ...rest } = body;
  return new ApiError({ ...rest, ...common, code: error });
}

/** Answers that say nothing to the user: the screen's own sentence tells more. */
const MUTE: readonly ApiErrorCode[] = ['INTERNAL', 'UNREADABLE'];

/**
 * The user's sentence of any thrown value: the server's, or `fallback` when it is not one of ours
 * or says no more than that something failed.
 */
export function messageOf(error: unknown, fallback = SERVER_TEXT): string {
  if (!(error instanceof ApiError) || MUTE.includes(error.code)) return fallback;
  const { status, retryAfter, message } = error;
  return status === 429 && retryAfter ? `${message} (${formatDuration(retryAfter)} 뒤)` : message;
}

/** The server's sentence where there is one, otherwise `fallback`, also without network. */
export function serverMessageOf(error: unknown, fallback: string): string {
  return isOffline(error) ? fallback : messageOf(error, fallback);
}

/** True when no answer came at all. */
export function isOffline(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'NETWORK';
}

/** The server's complaint about one field, for `Field`'s `error`. */
export function fieldErrorOf(error: unknown, field: string): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  return error.errors.find((entry) => entry.field === field)?.message;
}
