import pg from 'pg';
import { LINES } from '../pools.ts';
import type { Done, Execution, QueryClient } from './execution.ts';

/** Reads under way on a line; further ones go to the pool. */
const WAITING_MAX = 16;
/** A line whose oldest read takes longer gets no further ones. */
const SLOW_MS = 100;
/** PostgreSQL ends a read that takes longer, for the sake of those behind it. */
const STATEMENT_MS = 500;
/** Longer than that: for a server that never responds. */
const SILENCE_MS = 1_000;
/** Between attempts to connect. */
const RETRY_MS = 1_000;

const linesOfPools = new WeakMap<pg.Pool, ReadLines>();

/** The lines beside a pool, which connect when they are used. */
export function linesOf(pool: pg.Pool): QueryClient {
  const lines = linesOfPools.get(pool) ?? new ReadLines(pool);
  linesOfPools.set(pool, lines);
  return lines;
}

/**
 * Lets short reads share connections: many are under way on each, and those of one turn of the event
 * loop travel together. What fails on a line or finds none runs on the pool instead, so a lost
 * connection or a read that hangs delays the reads behind it by less than a second and fails none.
 */
class ReadLines implements QueryClient {
  readonly #pool: pg.Pool;
  readonly #lines: Line[];

  constructor(pool: pg.Pool) {
    this.#pool = pool;
    this.#lines = Array.from({ length: LINES }, () => new Line(pool));
  }

  query(execution: Execution, _values: undefined, done: Done): void {
    const pool = this.#pool as unknown as QueryClient;
    const [first, ...rest] = this.#lines.filter((line) => line.isReady());
    if (first === undefined) {
      pool.query(execution, undefined, done);
      return;
    }
    const line = rest.reduce((best, one) => (one.waiting < best.waiting ? one : best), first);
    line.send(execution, (error, rows) => {
      if (error) pool.query(execution.again(), undefined, done);
      else done(null, rows);
    });
  }
}

/** A connection with the options of the pool; made again at its next use when it is lost. */
class Line {
  readonly #pool: pg.Pool;
  #client: pg.Client | null = null;
  #isOpen = false;
  #nextAttempt = 0;
  /** When each read under way was sent, oldest first. */
  #sentAt: number[] = [];
  #isCorked = false;

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  get waiting(): number {
    return this.#sentAt.length;
  }

  /** Whether it takes a read now; begins to connect when it is not connected. */
  isReady(): boolean {
    if (this.#pool.ending) return false;
    if (!this.#isOpen) this.#connect();
    const [oldest] = this.#sentAt;
    const isSlow = oldest !== undefined && performance.now() - oldest > SLOW_MS;
    return this.#isOpen && !isSlow && this.waiting < WAITING_MAX;
  }

  /** Needs `isReady`. */
  send(execution: Execution, done: Done): void {
    const client = this.#client as pg.Client;
    const sentAt = this.#sentAt;
    sentAt.push(performance.now());
    this.#cork(client);
    (client as unknown as QueryClient).query(execution, undefined, (error, rows) => {
      sentAt.shift();
      if (error) this.#replace(client);
      done(error, rows);
    });
  }

  /** As the pool does after an error; reads under way end first. */
  #replace(client: pg.Client): void {
    if (this.#client !== client) return;
    this.#drop(client);
    void client.end().catch(() => undefined);
  }

  /** Sends what is written in this turn of the event loop in one packet. */
  #cork({ connection: { stream } }: pg.Client): void {
    if (this.#isCorked) return;
    this.#isCorked = true;
    stream.cork();
    setImmediate(() => {
      this.#isCorked = false;
      stream.uncork();
    });
  }

  #connect(): void {
    const now = performance.now();
    if (this.#client !== null || now < this.#nextAttempt) return;
    this.#nextAttempt = now + RETRY_MS;
    const client = openLine(this.#pool.options);
    this.#client = client;
    client.on('error', (error) => {
      this.#drop(client);
      this.#pool.emit('error', error, client);
    });
    client.connect().then(
      () => {
        if (this.#client === client) this.#isOpen = true;
      },
      // The pool finds out for itself what is wrong, and reports it.
      () => this.#drop(client),
    );
  }

  #drop(client: pg.Client): void {
    if (this.#client !== client) return;
    this.#client = null;
    this.#isOpen = false;
    this.#isCorked = false;
    this.#sentAt = [];
  }
}

function openLine({ Client = pg.Client, ...options }: pg.PoolOptions): pg.Client {
  const Connection = Client as typeof pg.Client;
  return new Connection({
    ...options,
    options: `${options.options} -c default_transaction_read_only=on`,
    statement_timeout: STATEMENT_MS,
    query_timeout: SILENCE_MS,
  });
}
