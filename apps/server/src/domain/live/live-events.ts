import { randomBytes } from 'node:crypto';
import type { LiveEvent } from '@naru/contract/events';
import type { Seal } from '../../platform/seal.ts';

const SALT_LENGTH = 16;

/** Salted: equal events look different for each member they are stored for. */
export function sealEvent(seal: Seal, event: LiveEvent): Buffer {
  const salt = randomBytes((SALT_LENGTH * 3) / 4).toString('base64');
  return seal.sealText(`${salt}${JSON.stringify(event)}`);
}

/** Returns null when the event was not sealed by this installation. */
export function openEvent(seal: Seal, payload: Buffer): LiveEvent | null {
  const text = seal.openText(payload);
  return text === null ? null : JSON.parse(text.slice(SALT_LENGTH));
}

/** Milliseconds before a client retries after a broken connection. */
const RETRY_MS = 2_000;

/** A comment line: keeps the connection alive and detects dead sockets. */
export const HEARTBEAT = Buffer.from(':\n\n');

/** Why the server ends a stream. `ended`: the session is over or the roles changed. */
export type ByeReason = 'expired' | 'ended' | 'stopping';

/** A live event or a frame of the protocol. */
export function eventFrame(seq: number, event: { type: string; seq?: number }): string {
  return `id: ${seq}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
}

/** A live event that is not stored: it has no number, so the client's cursor stays. */
export function unnumberedFrame(event: { type: string }): Buffer {
  return Buffer.from(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
}

/** First frame of a stream, which continues after `seq`. */
export function helloFrame(seq: number): string {
  return `retry: ${RETRY_MS}\n${eventFrame(seq, { type: 'hello', seq })}`;
}

/** Events between the client's cursor and `seq` are lost: the client has to reload its lists. */
export function resetFrame(seq: number): string {
  return eventFrame(seq, { type: 'reset', seq });
}

/** Last frame of a stream; `retry` in milliseconds. */
export function byeFrame(reason: ByeReason, retry: number): string {
  const data = JSON.stringify({ type: 'bye', reason, retry });
  return `retry: ${retry}\nevent: bye\ndata: ${data}\n\n`;
}
