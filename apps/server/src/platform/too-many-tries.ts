import { AppError } from './errors.ts';
import { type EventLog, report } from './security-events.ts';

/** Reports the refusal of a login or a proof and returns its error; `seconds` is how long to wait. */
export function throttled(log: EventLog, reason: string, seconds: number): AppError {
  report(log, 'login throttled');
  const wait = seconds < 60 ? `${seconds}초` : `${Math.ceil(seconds / 60)}분`;
  const message = `${reason} ${wait} 후 다시 시도해 주세요.`;
  return new AppError('LOGIN_THROTTLED', { message, retryAfter: seconds });
}
