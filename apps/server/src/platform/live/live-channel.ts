import type { Db } from '../../db/client.ts';
import type { Seal } from '../seal.ts';
import { listEventsAfter } from './live.repo.ts';
import { openEvent } from './live-events.ts';
import { eventFrame } from './live-frames.ts';
import type { LiveStream } from './live-stream.ts';

const PAGE = 100;

/** The open streams of one member on this server; reads each event once for all of them. */
export class LiveChannel {
  readonly memberId: number;
  readonly streams = new Set<LiveStream>();
  /** The newest event this server was notified of. */
  #newest = 0;
  readonly #db: Db;
  readonly #seal: Seal;
  #pumping: Promise<void> | null = null;
  #hasNews = false;

  constructor(memberId: number, deps: { db: Db; seal: Seal }) {
    this.memberId = memberId;
    this.#db = deps.db;
    this.#seal = deps.seal;
  }

  /** Sends all pending events to every stream. Throws when the database is unreachable. */
  pump(): Promise<void> {
    this.#hasNews = true;
    this.#pumping ??= this.#deliver().finally(() => {
      this.#pumping = null;
    });
    return this.#pumping;
  }

  /** Whether an open stream lacks an event that is known to exist. */
  isBehind(seq: number): boolean {
    this.#newest = Math.max(this.#newest, seq);
    for (const stream of this.streams) {
      if (stream.seq !== null && stream.seq < this.#newest) return true;
    }
    return false;
  }

  async #deliver(): Promise<void> {
    while (this.#hasNews) {
      this.#hasNews = false;
      for (let isFull = true; isFull; ) isFull = await this.#deliverPage();
    }
  }

  async #deliverPage(): Promise<boolean> {
    // A stream that joins meanwhile may need older events first: the next round serves it.
    const streams = [...this.streams].filter(({ seq }) => seq !== null);
    if (streams.length === 0) return false;
    const from = Math.min(...streams.map(({ seq }) => seq ?? 0));
    const rows = await listEventsAfter(this.#db, this.memberId, from, PAGE);
    for (const { seq, payload } of rows) {
      const event = openEvent(this.#seal, payload);
      if (event === null) continue;
      const frame = Buffer.from(eventFrame(seq, event));
      for (const stream of streams) stream.send(seq, frame);
    }
    return rows.length === PAGE;
  }
}
