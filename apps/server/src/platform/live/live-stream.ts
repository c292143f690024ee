import { type ByeReason, byeFrame, HEARTBEAT } from './live-frames.ts';

/** Bytes that may wait for a slow reader; beyond it the stream is cut and resumes later. */
const BUFFER_BYTES = 512 * 1024;

/** Where a stream's text goes. */
export interface StreamSink {
  write(data: Buffer | string): void;
  /** Writes the last text and closes when it has left. */
  end(text: string): void;
  /** Closes at once. */
  cut(): void;
  /** Bytes written that the reader has not taken yet. */
  waitingBytes(): number;
}

export interface StreamOwner {
  memberId: number;
  sessionId: string;
  /** The roles at the opening, as one text. */
  roles: string;
  /** Milliseconds since 1970 at which the access token runs out. */
  expiresAt: number;
}

/** One open stream. Small: there may be ten thousand of them, and it has no timer of its own. */
export class LiveStream {
  readonly owner: StreamOwner;
  /** Number of the last event written; null until the stream has said hello. */
  seq: number | null = null;
  isClosed = false;
  #sink: StreamSink | null = null;
  readonly #onClose: (stream: LiveStream) => void;

  constructor(owner: StreamOwner, onClose: (stream: LiveStream) => void) {
    this.owner = owner;
    this.#onClose = onClose;
  }

  /** Begins to write, from the event after `seq` on. */
  start(sink: StreamSink, seq: number, hello: string): void {
    this.#sink = sink;
    this.#write(hello);
    this.seq = seq;
  }

  /** Writes an event unless the stream has it already. */
  send(seq: number, frame: Buffer | string): void {
    if (this.seq === null || this.seq >= seq) return;
    this.#write(frame);
    this.seq = seq;
  }

  beat(): void {
    this.#write(HEARTBEAT);
  }

  /** Says why, and when to come back, and closes. */
  end(reason: ByeReason, retry: number): void {
    if (this.isClosed) return;
    this.#sink?.end(byeFrame(reason, retry));
    this.close();
  }

  cut(): void {
    this.#sink?.cut();
    this.close();
  }

  /** The other side is gone, or the last words are on their way. */
  close(): void {
    if (this.isClosed) return;
    this.isClosed = true;
    this.#onClose(this);
  }

  #write(data: Buffer | string): void {
    if (this.isClosed || this.#sink === null) return;
    this.#sink.write(data);
    if (this.#sink.waitingBytes() > BUFFER_BYTES) this.cut();
  }
}
