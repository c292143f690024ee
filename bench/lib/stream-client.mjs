import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { withProgress } from '../../scripts/lib/progress.mjs';

/** Streams per loopback address: the server's limit of new streams per second. */
const PER_ADDRESS = 50;
/** Maximum length buffered of an incomplete event. */
const REST = 600;

/** One event stream over a raw socket, so that thousands fit into one process. */
class StreamClient {
  constructor({ port, person, index, onText }) {
    this.port = port;
    this.person = person;
    const address = Math.floor(index / PER_ADDRESS);
    this.localAddress = `127.0.${1 + (address >> 7)}.${1 + (address & 127)}`;
    this.onText = onText;
    this.lastId = '';
    this.isOpen = false;
    this.isWanted = true;
    this.rest = '';
    /** Status of each response without a stream, or `no response`. */
    this.refusals = [];
  }

  /** Resolves after the hello event; rejects when the stream is refused or breaks before. */
  open() {
    return new Promise((resolve, reject) => {
      const socket = connect({
        host: '127.0.0.1',
        port: this.port,
        localAddress: this.localAddress,
      });
      this.socket = socket;
      socket.setEncoding('latin1');
      socket.write(
        `GET /api/events HTTP/1.1\r\nhost: 127.0.0.1:${this.port}\r\nauthorization: ${this.person.authorization}\r\n` +
          (this.lastId === '' ? '' : `last-event-id: ${this.lastId}\r\n`) +
          '\r\n',
      );
      let status = 'no response';
      socket.once('data', (chunk) => {
        status = /^HTTP\/1.1 (\d+)/.exec(chunk)?.[1] ?? status;
      });
      socket.on('data', (chunk) => {
        this.read(chunk);
        if (this.isOpen) resolve();
      });
      socket.on('error', () => undefined);
      socket.on('close', () => {
        if (!this.isOpen) this.refusals.push(status);
        this.isOpen = false;
        reject(new Error('stream closed'));
      });
    });
  }

  read(chunk) {
    const text = this.rest + chunk;
    this.isOpen ||= text.includes('event: hello');
    if (text.includes('event: bye'))
      this.retry = Number(/retry: (\d+)\nevent: bye/.exec(text)?.[1]);
    if (!text.endsWith('\n\n')) {
      this.rest = text.slice(-REST);
      return;
    }
    this.rest = '';
    for (const [, id] of text.matchAll(/^id: (\d+)$/gm)) this.lastId = id;
    this.onText(text);
  }

  /** Reconnects after a break as browsers do: after the requested delay, then with growing random delays. */
  async comeBack() {
    await delay(this.retry ?? 1_000);
    for (let maxDelay = 1_000; ; maxDelay = Math.min(maxDelay * 2, 20_000)) {
      try {
        return await this.open();
      } catch {
        await delay(maxDelay / 2 + (Math.random() * maxDelay) / 2);
      }
    }
  }

  close() {
    this.socket?.destroy();
  }
}

export const PER_MEMBER = 10;
const OPEN_AT_ONCE = 100;

/** This machine does not allow as many open files as the streams need. */
export class MissingFiles extends Error {}

/** Files of this process beside the streams; the server has as many of its own. */
const OTHER_FILES = 500;

function requireFiles(count) {
  const limits = readFileSync('/proc/self/limits', 'utf8');
  const files = Number(/^Max open files\s+(\d+)/m.exec(limits)?.[1]);
  if (files < count + OTHER_FILES) {
    throw new MissingFiles(`needs ${count + OTHER_FILES} open files (ulimit -n), ${files} allowed`);
  }
}

/** Opens streams, ten of each member, and resolves with them; `onText` gets what they receive. */
export async function openStreams({ server, people }, count, onText = () => undefined) {
  requireFiles(count);
  const streams = Array.from(
    { length: count },
    (_, index) =>
      new StreamClient({
        port: server.port,
        person: people[Math.floor(index / PER_MEMBER)],
        index,
        onText,
      }),
  );
  // One iterator for all: each of OPEN_AT_ONCE takes the next stream.
  const waiting = streams.values();
  const openInTurn = async () => {
    for (const stream of waiting) await stream.open().catch(() => stream.comeBack());
  };
  await withProgress(`Opening ${count} streams`, () =>
    Promise.all(Array.from({ length: OPEN_AT_ONCE }, openInTurn)),
  );
  return streams;
}

export function closeStreams(streams) {
  for (const stream of streams) stream.close();
}
