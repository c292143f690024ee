import { type ByeReason, byeFrame, HEARTBEAT } from './live-frames.ts';

/** Bytes buffered for a slow reader; beyond it the stream is cut and resumes later. */
const BUFFER_BYTES = 512 * 1024;

export interface StreamSink {
  write(data: Buffer | string): void;
  /** Writes the last text and closes once it is flushed. */
  end(text: string): void;
  /** Closes at once. */
  cut(): void;
  /** Bytes written that the reader has not consumed yet. */
  waitingBytes(): number;
}

export interface StreamOwner {
  memberId: number;
  sessionId: string;
  /** The roles at the opening, joined to one text. */
  roles: string;
  /** Expiry of the access token, in milliseconds since 1970. */
  expiresAt: number;
}

/** One open stream. Small, without a timer of its own: a server holds up to ten thousand. */
export class LiveStream {
  readonly owner: StreamOwner;
  /** Number of the last event written; null before the hello frame. */
  seq: number | null = null;
  isClosed = false;
  #sink: StreamSink | null = null;
  readonly #onClose: (stream: LiveStream) => void;

  constructor(owner: StreamOwner, onClose: (stream: LiveStream) => void) {
    this.owner = owner;
    this.#onClose = onClose;
  }

  /** Starts writing with the event after `seq`. */
  start(sink: StreamSink, seq: number, hello: string): void {
    this.#sink = sink;
    this.#write(hello);
    this.seq = seq;
  }

  /** Writes an event unless the stream already has it. */
  send(seq: number, frame: Buffer | string): void {
    if (this.seq === null || this.seq >= seq) return;
    this.#write(frame);
    this.seq = seq;
  }

  /** Writes a frame without a number: who is not connected misses it for good. */
  mention(frame: Buffer | string): void {
    if (this.seq !== null) this.#write(frame);
  }

  beat(): void {
    this.#write(HEARTBEAT);
  }

  /** Sends the reason with a retry delay and closes. */
  end(reason: ByeReason, retry: number): void {
    if (this.isClosed) return;
    this.#sink?.end(byeFrame(reason, retry));
    this.close();
  }

  cut(): void {
    this.#sink?.cut();
    this.close();
  }

  /** The connection is gone, or the last frame is on its way. */
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
