/** Milliseconds after which a client should try again when the stream broke without a word. */
const RETRY_MS = 2_000;

/** A comment line: shows that the stream is alive and finds dead sockets. */
export const HEARTBEAT = Buffer.from(':\n\n');

/** Why the server ends a stream. `ended`: the session is over or the roles changed. */
export type ByeReason = 'expired' | 'ended' | 'stopping';

/** A live event; `json` holds no line break. */
export function eventFrame(event: { seq: number; type: string; json: string }): string {
  return `id: ${event.seq}\nevent: ${event.type}\ndata: ${event.json}\n\n`;
}

/** The first words of a stream: it goes on after `seq`. */
export function helloFrame(seq: number): string {
  return `retry: ${RETRY_MS}\n${eventFrame({ seq, type: 'hello', json: JSON.stringify({ type: 'hello', seq }) })}`;
}

/** Events between the client's place and `seq` are lost: it has to load its lists again. */
export function resetFrame(seq: number): string {
  return eventFrame({ seq, type: 'reset', json: JSON.stringify({ type: 'reset', seq }) });
}

/** The last words of a stream; `retry` in milliseconds. */
export function byeFrame(reason: ByeReason, retry: number): string {
  const data = JSON.stringify({ type: 'bye', reason, retry });
  return `retry: ${retry}\nevent: bye\ndata: ${data}\n\n`;
}
