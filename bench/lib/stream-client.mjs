import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** Streams per loopback address: the server's limit of new streams per second. */
const PER_ADDRESS = 50;
/** Maximum length buffered of an incomplete event. */
const REST = 600;

/** One event stream over a raw socket, so that thousands fit into one process. */
export class StreamClient {
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

  /** Reconnects after a break as browsers do: after the requested delay, then repeatedly. */
  async comeBack() {
    await delay(this.retry ?? 1_000);
    for (let most = 1_000; ; most = Math.min(most * 2, 20_000)) {
      try {
        return await this.open();
      } catch {
        await delay(most / 2 + (Math.random() * most) / 2);
      }
    }
  }

  close() {
    this.socket?.destroy();
  }
}
