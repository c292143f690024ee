import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

const HEAD_END = Buffer.from('\r\n\r\n');
/** The end of a body in chunks. */
const LAST_CHUNK = Buffer.from('0\r\n\r\n');
const PATIENCE_MS = 20_000;
/** Connections that are opened at once. */
const OPENED_AT_ONCE = 32;

/** Whether the bytes hold all of a response. */
function isWhole(read, bodyStart, head) {
  const length = /\ncontent-length: (\d+)/.exec(head)?.[1];
  if (length !== undefined) return read.length >= bodyStart + Number(length);
  return !head.includes('transfer-encoding: chunked') || read.subarray(-5).equals(LAST_CHUNK);
}

/** The bytes of a request. */
export function bytesOf({ method = 'GET', path, headers = {}, body }) {
  const content = body === undefined ? null : Buffer.from(body);
  const lines = Object.entries({
    host: '127.0.0.1',
    ...headers,
    ...(content !== null && { 'content-length': content.length }),
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  const head = Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`);
  return content === null ? head : Buffer.concat([head, content]);
}

/**
 * Sends requests over at most so many reused connections, one on each at a time, as a proxy would. It does so
 * little for each that it can send several times what a server takes. `send(bytes, done)` calls `done` once
 * with `{ status, retryAfter, ms }`; status 0 is a broken connection. It returns false, and sends nothing,
 * while all connections are busy.
 */
export function createWire(url, most) {
  const port = Number(new URL(url).port);
  const free = [];
  const all = new Set();

  function open() {
    const line = { socket: connect(port, '127.0.0.1'), call: null, read: null };
    line.socket.setNoDelay(true);
    line.socket.on('data', (chunk) => take(line, chunk));
    line.socket.on('error', () => undefined);
    line.socket.once('close', () => {
      all.delete(line);
      finish(line, 0, null);
    });
    all.add(line);
    return line;
  }

  function take(line, chunk) {
    line.read = line.read === null ? chunk : Buffer.concat([line.read, chunk]);
    const headEnd = line.read.indexOf(HEAD_END);
    if (headEnd < 0) return;
    const head = line.read.toString('latin1', 0, headEnd).toLowerCase();
    if (!isWhole(line.read, headEnd + HEAD_END.length, head)) return;
    line.read = null;
    finish(line, Number(head.slice(9, 12)), /\nretry-after: (\d+)/.exec(head)?.[1] ?? null);
    if (head.includes('\nconnection: close')) line.socket.destroy();
    else free.push(line);
  }

  function finish(line, status, retryAfter) {
    const { call } = line;
    line.call = null;
    call?.done({ status, retryAfter, ms: performance.now() - call.sentAt });
  }

  function freeLine() {
    for (;;) {
      const line = free.pop();
      if (line === undefined) return all.size < most ? open() : null;
      if (!line.socket.destroyed) return line;
    }
  }

  function sendOn(line, bytes, done) {
    line.call = { done, sentAt: performance.now() };
    line.socket.write(bytes);
  }

  return {
    send(bytes, done) {
      const line = freeLine();
      if (line === null) return false;
      sendOn(line, bytes, done);
      return true;
    },
    /**
     * Opens all connections first: a server accepts new ones only between two turns of its event loop, and
     * cannot refuse what waits for that.
     */
    async warm() {
      const openOne = async () => {
        while (all.size < most) {
          await new Promise((resolve) =>
            sendOn(open(), bytesOf({ path: '/api/health/live' }), resolve),
          );
        }
      };
      await Promise.all(Array.from({ length: OPENED_AT_ONCE }, openOne));
    },
    close() {
      for (const { socket } of all) socket.destroy();
    },
  };
}

/**
 * Sends what `next()` makes, `{ kind, bytes }`, at the given times in ms, whatever is still open, as far
 * as there are connections. Resolves with one `{ kind, at, late, status, retryAfter, ms }` for each, without those that get no
 * response within 20 s: they have status 0.
 */
export async function sendAt(wire, times, next) {
  const results = [];
  const startedAt = performance.now();
  let position = 0;
  while (position < times.length) {
    const elapsed = performance.now() - startedAt;
    for (; position < times.length && times[position] <= elapsed; position += 1) {
      const { kind, bytes } = next();
      const result = { kind, at: times[position], late: elapsed - times[position], status: 0 };
      Object.assign(result, { retryAfter: null, ms: PATIENCE_MS, isOver: false });
      const finish = (outcome) => Object.assign(result, outcome, { isOver: true });
      if (wire.send(bytes, finish)) results.push(result);
    }
    await delay(1);
  }
  const deadline = performance.now() + PATIENCE_MS;
  while (results.some(({ isOver }) => !isOver) && performance.now() < deadline) await delay(50);
  return results;
}
