import type { ErrorBody, FieldError } from '@naru/contract/error-body';
import type { ErrorCode } from '@naru/contract/errors';
import { formatDuration } from '../format/dates.ts';

/** A code of the contract, or one detected in the browser. */
export type ApiErrorCode = ErrorCode | 'NETWORK' | 'UNREADABLE';

const NETWORK_TEXT = '네트워크에 연결할 수 없습니다. 연결을 확인하고 다시 시도해 주세요.';
const SERVER_TEXT = '서버에서 처리하지 못했습니다. 잠시 후 다시 시도해 주세요.';

/** Thrown by every failed call; `message` is Korean and shown to the user. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** HTTP status; 0 without a response. */
  readonly status: number;
  readonly code: ApiErrorCode;
  readonly errors: readonly FieldError[];
  readonly requestId?: string;
  /** Seconds to wait (429, 503). */
  readonly retryAfter?: number;
  /** With ROOM_EXISTS: the existing room. */
  readonly roomId?: number;
  /** With LECTURE_OVERLAP and ENTRY_OVERLAP: what overlaps. With LECTURE_EXISTS: the lecture. */
  readonly conflicts?: ErrorBody['conflicts'];
  /** With SECOND_STEP_REQUIRED: the token of the login. */
  readonly secondStep?: ErrorBody['secondStep'];

  constructor(parts: ApiErrorParts) {
    super(parts.message);
    this.status = parts.status;
    this.code = parts.code;
    this.errors = parts.errors ?? [];
    this.requestId = parts.requestId;
    this.retryAfter = parts.retryAfter;
    this.roomId = parts.roomId;
    this.conflicts = parts.conflicts;
    this.secondStep = parts.secondStep;
  }
}

type ApiErrorParts = Pick<ApiError, 'status' | 'code' | 'message'> &
  Partial<
    Pick<ApiError, 'errors' | 'requestId' | 'retryAfter' | 'roomId' | 'conflicts' | 'secondStep'>
  >;

export function networkError(): ApiError {
  return new ApiError({ status: 0, code: 'NETWORK', message: NETWORK_TEXT });
}

function secondsOf(response: Response): number | undefined {
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  return Number.isFinite(seconds) ? seconds : undefined;
}

/** Parses a response with a status of 400 or more; tolerates foreign bodies. */
export async function errorFrom(response: Response): Promise<ApiError> {
  const body: Partial<ErrorBody> | null = await response.json().catch(() => null);
  const { error, message, ...rest } = body ?? {};
  const common = { status: response.status, retryAfter: secondsOf(response) };
  if (typeof error !== 'string' || typeof message !== 'string') {
    return new ApiError({ ...common, code: 'UNREADABLE', message: SERVER_TEXT });
  }
  return new ApiError({ ...rest, ...common, code: error, message });
}

/** Shown under the title of a failure when the server gives no reason. */
export const TRY_LATER = '잠시 후 다시 시도해 주세요.';

/** Codes whose message is generic: the screen's `fallback` is better. */
const GENERIC_CODES: readonly ApiErrorCode[] = ['INTERNAL', 'UNREADABLE'];

/** Returns the server's message, or `fallback` for other thrown values and generic failures. */
export function messageOf(error: unknown, fallback = SERVER_TEXT): string {
  if (!(error instanceof ApiError) || GENERIC_CODES.includes(error.code)) return fallback;
  const { status, retryAfter, message } = error;
  return (status === 429 || isBusy(error)) && retryAfter
    ? `${message} (${formatDuration(retryAfter)} 뒤)`
    : message;
}

/** Like `messageOf`, but returns `fallback` when offline. */
export function serverMessageOf(error: unknown, fallback: string): string {
  return isOffline(error) ? fallback : messageOf(error, fallback);
}

export function isOffline(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'NETWORK';
}

/** No network, or a proxy that cannot reach the server: the same call may succeed later. */
export function isUnreachable(error: unknown): error is ApiError {
  return error instanceof ApiError && (error.status === 0 || /^50[234]$/.test(`${error.status}`));
}

/** The server has too much to do and has not begun with the call. */
export function isBusy(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'OVERLOADED';
}

/** The server's message for one field, for `Field`'s `error`. */
export function fieldErrorOf(error: unknown, field: string): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  return error.errors.find((entry) => entry.field === field)?.message;
}
