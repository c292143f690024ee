import type pg from 'pg';
import { LINES } from './pools.ts';
import type { Done, Execution, PreparedSelect, QueryClient } from './prepared.ts';

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

type Config = pg.ClientConfig & {
  options: string;
  pipeline: boolean;
  /** The kind of connection. */
  Client: typeof pg.Client;
};

const linesOf = new WeakMap<object, ReadLines>();

/**
 * Lets short reads share connections: many are under way on each, and those of one turn of the event
 * loop travel together. What fails on a line or finds none runs on the pool instead, so a lost
 * connection or a read that hangs delays the reads behind it by less than a second and fails none.
 */
export function addReadLines(pool: pg.Pool, config: Config, onError: (error: Error) => void) {
  const lines = new ReadLines(pool, config, onError);
  linesOf.set(pool, lines);
  return lines;
}

/**
 * Sends a prepared statement over the lines. Only for one that neither writes nor locks and always takes
 * about a millisecond, as other members wait behind it.
 */
export function onLine<T extends object>(prepared: T): T {
  const select = prepared as unknown as PreparedSelect;
  select.client = linesOf.get(select.client) ?? select.client;
  return prepared;
}

class ReadLines implements QueryClient {
  readonly #pool: QueryClient;
  readonly #lines: Line[];

  constructor(pool: pg.Pool, config: Config, onError: (error: Error) => void) {
    this.#pool = pool as unknown as QueryClient;
    const read = {
      ...config,
      options: `${config.options} -c default_transaction_read_only=on`,
      statement_timeout: STATEMENT_MS,
      query_timeout: SILENCE_MS,
    };
    this.#lines = Array.from({ length: LINES }, () => new Line(read, onError));
  }

  query(execution: Execution, _values: undefined, done: Done): void {
    const [first, ...rest] = this.#lines.filter((line) => line.isReady());
    if (first === undefined) {
      this.#pool.query(execution, undefined, done);
      return;
    }
    const line = rest.reduce((best, one) => (one.waiting < best.waiting ? one : best), first);
    line.send(execution, (error, rows) => {
      if (error) this.#pool.query(execution.again(), undefined, done);
      else done(null, rows);
    });
  }

  async close(): Promise<void> {
    await Promise.all(this.#lines.map((line) => line.close()));
  }
}

/** One connection; made again at its next use when it is lost. */
class Line {
  readonly #config: Config;
  readonly #onError: (error: Error) => void;
  #client: pg.Client | null = null;
  #isOpen = false;
  #isClosed = false;
  #nextAttempt = 0;
  /** When each read under way was sent, oldest first. */
  #sentAt: number[] = [];
  #isCorked = false;

  constructor(config: Config, onError: (error: Error) => void) {
    this.#config = config;
    this.#onError = onError;
  }

  get waiting(): number {
    return this.#sentAt.length;
  }

  /** Whether it takes a read now; begins to connect when it is not connected. */
  isReady(): boolean {
    if (!this.#isOpen) this.#connect();
    const [oldest] = this.#sentAt;
    const isSlow = oldest !== undefined && performance.now() - oldest > SLOW_MS;
    return this.#isOpen && !isSlow && this.waiting < WAITING_MAX;
  }

  send(execution: Execution, done: Done): void {
    const client = this.#client;
    const sentAt = this.#sentAt;
    sentAt.push(performance.now());
    this.#cork();
    (client as unknown as QueryClient).query(execution, undefined, (error, rows) => {
      sentAt.shift();
      if (error) this.#replace(client);
      done(error, rows);
    });
  }

  /** As the pool does after an error; reads under way end first. */
  #replace(client: pg.Client | null): void {
    if (client === null || this.#client !== client) return;
    this.#drop(client);
    void client.end().catch(() => undefined);
  }

  /** Sends what is written in this turn of the event loop in one packet. */
  #cork(): void {
    if (this.#isCorked) return;
    const { stream } = (this.#client as unknown as { connection: { stream: Corked } }).connection;
    this.#isCorked = true;
    stream.cork();
    setImmediate(() => {
      this.#isCorked = false;
      stream.uncork();
    });
  }

  #connect(): void {
    const now = performance.now();
    if (this.#isClosed || this.#client !== null || now < this.#nextAttempt) return;
    this.#nextAttempt = now + RETRY_MS;
    const client = new this.#config.Client(this.#config);
    this.#client = client;
    client.on('error', (error) => {
      this.#drop(client);
      this.#onError(error);
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

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#isOpen = false;
    await this.#client?.end();
  }
}

interface Corked {
  cork(): void;
  uncork(): void;
}
