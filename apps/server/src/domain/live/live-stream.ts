import { type ByeReason, byeFrame, HEARTBEAT } from './live-events.ts';

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

  /** Writes a frame without a number; a client that is not connected never gets it. */
  sendUnnumbered(frame: Buffer | string): void {
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

/** Seconds between two visits to one stream (the heartbeat interval). */
const SLOTS = 20;
const TICK_MS = 1_000;

/**
 * Visits each member of a large set every 20 s, a twentieth each second, with a single timer;
 * without members there is no timer.
 */
export class Wheel<T> {
  readonly #slots = Array.from({ length: SLOTS }, () => new Set<T>());
  readonly #visit: (items: readonly T[]) => Promise<void>;
  #timer: NodeJS.Timeout | null = null;
  #next = 0;
  #turn = 0;

  constructor(visit: (items: readonly T[]) => Promise<void>) {
    this.#visit = visit;
  }

  add(item: T): void {
    this.#slots[this.#next]?.add(item);
    this.#next = (this.#next + 1) % SLOTS;
    this.#timer ??= setInterval(() => void this.#tick(), TICK_MS).unref();
  }

  remove(item: T): void {
    for (const slot of this.#slots) slot.delete(item);
    if (this.#slots.every((slot) => slot.size === 0)) this.stop();
  }

  stop(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
  }

  /** Visits all members now. */
  async turn(): Promise<void> {
    for (let tick = 0; tick < SLOTS; tick += 1) await this.#tick();
  }

  async #tick(): Promise<void> {
    const slot = this.#slots[this.#turn];
    this.#turn = (this.#turn + 1) % SLOTS;
    if (slot !== undefined && slot.size > 0) await this.#visit([...slot]);
  }
}
