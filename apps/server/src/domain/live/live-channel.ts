import type { LiveEvent } from '@naru/contract/events';
import type { Db } from '../../db/client.ts';
import { persist } from '../../platform/database/persist.ts';
import type { Seal } from '../../platform/seal.ts';
import { shareRuns } from '../../platform/shared-runs.ts';
import { listEventsAfter } from './live.repo.ts';
import { eventFrame, openEvent } from './live-events.ts';
import type { LiveStream } from './live-stream.ts';

const PAGE = 100;

export interface ChannelDeps {
  db: Db;
  seal: Seal;
  /** Replaces content of stored events that may no longer be sent; keeps the order. */
  renew: (events: readonly LiveEvent[]) => Promise<LiveEvent[]>;
}

/** The open streams of one member on this server; reads each event once for all of them. */
export class LiveChannel {
  readonly memberId: number;
  readonly streams = new Set<LiveStream>();
  /**
   * Sends every stream the events stored so far. Rejects when the database is unreachable for longer
   * than a few seconds.
   */
  readonly pump = shareRuns(() => persist(() => this.#deliver()));
  /** The newest event this server was notified of. */
  #newest = 0;
  readonly #db: Db;
  readonly #seal: Seal;
  readonly #renew: ChannelDeps['renew'];

  constructor(memberId: number, deps: ChannelDeps) {
    this.memberId = memberId;
    this.#db = deps.db;
    this.#seal = deps.seal;
    this.#renew = deps.renew;
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
    for (let isFull = true; isFull; ) isFull = await this.#deliverPage();
  }

  async #deliverPage(): Promise<boolean> {
    // A stream that joins meanwhile may need older events first: the next round serves it.
    const streams = [...this.streams].filter(({ seq }) => seq !== null);
    if (streams.length === 0) return false;
    const from = Math.min(...streams.map(({ seq }) => seq ?? 0));
    const rows = await listEventsAfter(this.#db, this.memberId, from, PAGE);
    const opened = rows.flatMap(({ seq, payload }) => {
      const event = openEvent(this.#seal, payload);
      return event === null ? [] : [{ seq, event }];
    });
    const events = await this.#renew(opened.map(({ event }) => event));
    for (const [index, { seq, event }] of opened.entries()) {
      const frame = Buffer.from(eventFrame(seq, events[index] ?? event));
      for (const stream of streams) stream.send(seq, frame);
    }
    return rows.length === PAGE;
  }
}
