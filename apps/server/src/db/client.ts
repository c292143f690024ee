import type { EventEmitter } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { lostConnections, statementErrors } from '../platform/metrics/counters.ts';
import { watchSilence } from './silence.ts';

export type Db = NodePgDatabase<Record<string, never>>;
export type Tx = Parameters<Parameters<Db['transaction']>[0]>[0];
export type Executor = Db | Tx;
export type DatabaseClient = ReturnType<typeof connect>;

/** Opening a connection included, which a busy machine draws out; a silent database is noticed sooner. */
const CONNECT_MS = 5_000;
/** Longer than the pauses of a quiet site, so that its next visitor need not wait for a connection. */
const IDLE_MS = 60_000;
const STATEMENT_MS = 15_000;
/** Times the statement timeout: for a server that never responds. */
const SILENCE = 1.2;
/** How long a close waits for the database to end its side of the connections. */
const CLOSE_MS = 1_000;

// Counts and ids stay below 2^53, so a plain number holds them.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

/** PostgreSQL's errors pass here, whoever handles them; what succeeds costs nothing. */
function countErrors(client: pg.PoolClient): void {
  const { connection } = client as unknown as { connection: EventEmitter };
  connection.on('errorMessage', ({ code = '' }: { code?: string }) =>
    statementErrors.inc({ class: code.slice(0, 2) }),
  );
}

interface ConnectOptions {
  /** Called for a connection that broke while idle. */
  onError: (error: Error) => void;
  max?: number;
  /** How long a statement waits for a free connection before it fails, in milliseconds. */
  waitMs?: number;
}

/** Opens a pool. Connections that break while idle are reported and dropped, never thrown. */
export function connect(url: string, options: ConnectOptions) {
  const shared = {
    connectionString: url,
    // Statements that do not wait for each other share a round trip.
    pipeline: true,
    connectionTimeoutMillis: options.waitMs ?? CONNECT_MS,
    keepAlive: true,
    application_name: 'naru',
    // Compiling a search would take longer than running it. By default a row looked up by its index is taken for four
    // times as dear as one read in passing, as on spinning disks: each request would read the whole table of sessions.
    options: '-c jit=off -c random_page_cost=1.1',
  };
  const silence = watchSilence(shared);
  const pool = new pg.Pool({
    ...shared,
    Client: silence.Client,
    max: options.max ?? 16,
    idleTimeoutMillis: IDLE_MS,
    statement_timeout: STATEMENT_MS,
    query_timeout: STATEMENT_MS * SILENCE,
    idle_in_transaction_session_timeout: STATEMENT_MS,
  });
  let isClosing = false;
  pool.on('error', (error) => {
    // Errors of connections that are still closing at shutdown are expected.
    if (!isClosing) options.onError(error);
  });
  // A connection that breaks in use fails its statement; without this listener it would end the
  // process.
  pool.on('connect', (connection) => {
    connection.on('error', () => lostConnections.inc());
    countErrors(connection);
  });
  return {
    db: drizzle(pool) as Db,
    pool,
    /** Resolves when the database has ended the connections: its stop would report open ones. */
    close: async (): Promise<void> => {
      isClosing = true;
      silence.close();
      await pool.end();
      // Also the lines for short reads, which the pool does not end.
      const ended = [...silence.open].map((connection) => connection.end());
      await Promise.race([Promise.allSettled(ended), delay(CLOSE_MS, undefined, { ref: false })]);
    },
  };
}
