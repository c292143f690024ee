import { sql } from 'drizzle-orm';
import { errnoOf } from '../platform/database/errors.ts';
import type { Log } from '../platform/log.ts';
import { connect, type Db, type Executor } from './client.ts';
import { runPipeline, type Statement } from './fast/fast.ts';
import { isReplayed } from './wal-position.ts';

/** Of each process, besides those to the primary. */
const CONNECTIONS = 8;
/** A read that finds no connection in this time goes to the primary. */
const WAIT_MS = 300;
/** A longer one is repeated there. */
const STATEMENT_MS = 1_000;
const PROBE_MS = 1_000;
/** A replica that was behind every read for longer is left alone until it has caught up. */
const BEHIND_MS = 3_000;
/** Of a statement that took too long, or that the replay of a change has ended: others may succeed. */
const ENDED_ALONE = new Set(['57014', '40001']);

const TEXTS = {
  up: 'reads go to the replica',
  behind: 'the replica is behind: all reads go to the primary',
  away: 'the replica does not respond: all reads go to the primary',
  foreign: 'DATABASE_READ_URL is no streaming replica of DATABASE_URL: all reads go to the primary',
};

type State = keyof typeof TEXTS;

export interface Replica {
  /** Whether reads go there; null where none is set up. */
  isUp(): boolean | null;
  /**
   * Reads on the replica if it has replayed the log of the primary up to `position`, a value of
   * `walPosition`; without a position, while it is behind, and after a failure on the primary.
   */
  read<T>(position: number | null | undefined, statement: Statement<T>): Promise<T>;
}

interface ReplicaClient extends Replica {
  close(): Promise<void>;
}

interface Options {
  primary: Db;
  url: string;
  log: Log;
  /** Between looks at its state, in milliseconds. */
  probeMs?: number;
  /** How long it may be behind every read, in milliseconds. */
  behindMs?: number;
}

interface Probe extends Record<string, unknown> {
  /** Which database of which cluster it is. */
  identity: string;
  isReplica: boolean;
  /** Null on a primary that never was a replica. */
  position: number | null;
}

export function withoutReplica(primary: Db): Replica {
  return { isUp: () => null, read: (_, statement) => statement(primary) };
}

/** With an address, reads are spread to the streaming replica there; all else stays with the primary. */
export function openReplica(
  options: Omit<Options, 'url'> & { url: string | undefined },
): ReplicaClient {
  const { url, primary } = options;
  if (url === undefined) return { ...withoutReplica(primary), close: async () => undefined };
  return createReplica({ ...options, url });
}

function createReplica(options: Options): ReplicaClient {
  const { primary, log, probeMs = PROBE_MS, behindMs = BEHIND_MS } = options;
  const client = connect(options.url, {
    max: CONNECTIONS,
    waitMs: WAIT_MS,
    statementMs: STATEMENT_MS,
    onError: () => undefined,
  });
  let state: State | null = null;
  let identity: string | null = null;
  /** The highest position of all reads; now, and at the last look or when the replica was left alone. */
  let wanted = 0;
  let wantedBefore = 0;
  let behindSince: number | null = null;
  let probing = probe();
  const timer = setInterval(() => {
    probing = probing.then(probe);
  }, probeMs).unref();

  return {
    isUp: () => state === 'up',

    async read(position, statement) {
      if (typeof position !== 'number') return statement(primary);
      wanted = Math.max(wanted, position);
      if (state !== 'up') return statement(primary);
      try {
        const [isThere, result] = await runPipeline(client.db, [isReplayed(position), statement]);
        note(isThere);
        if (isThere) return result;
      } catch (error) {
        if (!ENDED_ALONE.has(codeOf(error))) turn('away', error);
      }
      return statement(primary);
    },

    async close() {
      clearInterval(timer);
      await probing;
      await client.close();
    },
  };

  function note(isThere: boolean): void {
    if (isThere) behindSince = null;
    else {
      behindSince ??= performance.now();
      if (performance.now() - behindSince > behindMs) {
        wantedBefore = wanted;
        turn('behind');
      }
    }
  }

  function turn(next: State, err?: unknown): void {
    if (state === next) return;
    state = next;
    behindSince = null;
    if (next === 'up') log.info(TEXTS.up);
    else log.warn({ ...(err !== undefined && { err }) }, TEXTS[next]);
  }

  async function probe(): Promise<void> {
    try {
      identity ??= (await look(primary)).identity;
    } catch {
      // The requests find out that the primary is away, and report it.
      return;
    }
    const target = wantedBefore;
    wantedBefore = wanted;
    try {
      const found = await look(client.db);
      if (found.identity !== identity || !found.isReplica) turn('foreign');
      else if ((found.position ?? 0) >= target) turn('up');
      else if (state !== 'up') turn('behind');
    } catch (error) {
      turn('away', error);
    }
  }
}

async function look(on: Executor): Promise<Probe> {
  const { rows } = await on.execute<Probe>(
    sql`select pg_is_in_recovery() as "isReplica",
      pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::bigint as position,
      (select system_identifier from pg_control_system()) || '/' ||
        (select oid from pg_database where datname = current_database()) as identity`,
  );
  if (rows[0] === undefined) throw new Error('the database described no state');
  return rows[0];
}

function codeOf(error: unknown): string {
  return errnoOf(error instanceof Error ? (error.cause ?? error) : error);
}
