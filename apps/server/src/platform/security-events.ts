import { securityEvents } from './metrics/counters.ts';

/**
 * Sink for security events: structured, with a member id at most, never names, addresses, codes,
 * passwords or tokens.
 */
export interface EventLog {
  info(fields: object, text: string): void;
  warn(fields: object, text: string): void;
}

export type SecurityEvent =
  | 'login ok'
  | 'login failed'
  | 'login throttled'
  | 'login refused'
  | 'second step asked'
  | 'second step failed'
  | 'recovery code used'
  | 'second factor on'
  | 'second factor off'
  | 'recovery codes renewed'
  | 'passkey added'
  | 'passkey removed'
  | 'passkey refused'
  | 'passkey copied'
  | 'identity linked'
  | 'identity unlinked'
  | 'code failed'
  | 'mail ceiling reached'
  | 'refresh reused'
  | 'refresh refused'
  | 'joined'
  | 'password reset'
  | 'reset refused'
  | 'password refused'
  | 'password changed'
  | 'email changed'
  | 'service key refused';

const ALARMS: ReadonlySet<SecurityEvent> = new Set([
  'refresh reused',
  'passkey copied',
  'mail ceiling reached',
]);

export function report(log: EventLog, event: SecurityEvent, fields: { memberId?: number } = {}) {
  securityEvents.inc({ event });
  log[ALARMS.has(event) ? 'warn' : 'info']({ event, ...fields }, 'security event');
}
