import { setImmediate as turn } from 'node:timers/promises';
import type { SQL } from 'drizzle-orm';
import { NodePgSession, NodePgTransaction } from 'drizzle-orm/node-postgres';
import { PgDialect } from 'drizzle-orm/pg-core';
import type pg from 'pg';
import type { Db, Executor, Tx } from './client.ts';

/** A statement with its values, which is sent at once when called. */
export type Statement<T> = (on: Executor) => Promise<T>;

/** A statement that needs a transaction. */
export type TxStatement<T> = (tx: Tx) => Promise<T>;

type ResultsOf<Statements extends readonly TxStatement<unknown>[]> = {
  [Index in keyof Statements]: Awaited<ReturnType<Statements[Index]>>;
};

export interface Pipeline {
  tx: Tx;
  /**
   * Sends the statements in one round trip; each sees what those before it did. Rejects with the error
   * of the first one that failed. The first ones of a transaction travel with its BEGIN.
   */
  send<S extends readonly TxStatement<unknown>[]>(...statements: S): Promise<ResultsOf<S>>;
}

interface Done<T> {
  result: T;
  /** Sent in one round trip with the COMMIT, which they cannot stop once they are sent. */
  last: readonly TxStatement<unknown>[];
}

interface Prepared<Rows> {
  execute(values: Record<string, unknown>): Promise<Rows>;
}

const dialect = new PgDialect();

/** The prepared statement with values; `read` may throw what its result means to the caller. */
export function statement<Rows, T>(
  prepared: Prepared<Rows>,
  values: Record<string, unknown>,
  read: (rows: Rows) => T,
): Statement<T> {
  return async (on) => read(await onConnectionOf(on, prepared).execute(values));
}

/** Prepares a statement that the query builder cannot express; its values come from placeholders. */
export function prepareSql<Row>(db: Db, name: string, text: SQL): Prepared<{ rows: Row[] }> {
  const query = dialect.sqlToQuery(text);
  return db._.session.prepareQuery(query, undefined, name, false) as Prepared<{ rows: Row[] }>;
}

/** Several statements as one, in their order. */
export function inOrder(statements: readonly TxStatement<unknown>[]): TxStatement<void> {
  return async (tx) =>
    void valuesOf(await Promise.allSettled(statements.map((statement) => begin(statement, tx))));
}

/**
 * Runs a transaction whose statements are sent together. A lost BEGIN must not leave statements that
 * commit one by one, so nothing but the first `send` is under way before it is confirmed: that one
 * may read, lock and count attempts, and stores nothing else.
 */
export async function runPipeline<T>(
  db: Db,
  work: (pipeline: Pipeline) => Promise<Done<T>>,
): Promise<T> {
  const client = await poolOf(db).connect();
  const tx = onClient(client);
  /** Empty once it was sent. */
  let opening: TxStatement<unknown>[] = [() => client.query('begin')];
  let lost: Error | undefined;
  const commit = async () => {
    const { command } = await client.query('commit');
    if (command !== 'COMMIT') throw new Error('the transaction was rolled back');
  };
  try {
    const { result, last } = await work({
      tx,
      send: async (...statements) => {
        const first = opening;
        opening = [];
        const results = await sendAll(client, tx, [...first, ...statements]);
        return results.slice(first.length) as ResultsOf<typeof statements>;
      },
    });
    if (opening.length > 0) throw new Error('nothing began the transaction');
    await sendAll(client, tx, [...last, commit]);
    return result;
  } catch (error) {
    await client.query('rollback').catch((failure) => {
      lost = failure;
    });
    throw error;
  } finally {
    client.release(lost);
  }
}

/**
 * Sends the statements one behind the other without a transaction: each begins when the one before it
 * has ended, and sees all that was committed until then.
 */
export async function sendInOrder<S extends readonly TxStatement<unknown>[]>(
  db: Db,
  ...statements: S
): Promise<ResultsOf<S>> {
  const client = await poolOf(db).connect();
  const tx = onClient(client);
  let lost: Error | undefined;
  try {
    const results: Promise<PromiseSettledResult<unknown>[]>[] = [];
    for (const statement of statements) {
      results.push(Promise.allSettled([begin(statement, tx)]));
      // A statement that awaits its query sends it later in this turn.
      await turn();
    }
    return valuesOf((await Promise.all(results)).flat()) as ResultsOf<S>;
  } catch (error) {
    lost = error as Error;
    throw error;
  } finally {
    client.release(lost);
  }
}

/** Waits for all of them, so that no statement of a failed transaction is left under way. */
async function sendAll(
  client: pg.PoolClient,
  tx: Tx,
  statements: readonly TxStatement<unknown>[],
): Promise<unknown[]> {
  const { stream } = connectionOf(client);
  // One packet for all statements instead of one each.
  stream.cork();
  const sent = statements.map((statement) => begin(statement, tx));
  stream.uncork();
  return valuesOf(await Promise.allSettled(sent));
}

/** Sends it now: a query of the builder is only sent when its `then` is called. */
function begin<T>(statement: TxStatement<T>, tx: Tx): Promise<T> {
  return statement(tx).then((value) => value);
}

/** Throws the error of the first one that failed. */
function valuesOf(results: readonly PromiseSettledResult<unknown>[]): unknown[] {
  return results.map((result) => {
    if (result.status === 'rejected') throw result.reason;
    return result.value;
  });
}

function onClient(client: pg.PoolClient): Tx {
  return new NodePgTransaction(dialect, new NodePgSession(client, dialect, undefined), undefined);
}

function poolOf(db: Db): pg.Pool {
  return (db as Db & { $client: pg.Pool }).$client;
}

function connectionOf(client: pg.PoolClient) {
  return (client as unknown as { connection: { stream: NodeJS.WritableStream & Corked } })
    .connection;
}

interface Corked {
  cork(): void;
  uncork(): void;
}

/** Drizzle binds prepared statements to the pool; a transaction lends them its own connection. */
function onConnectionOf<T extends object>(on: Executor, prepared: T): T {
  const { client } = on._.session as unknown as { client: pg.Pool | pg.PoolClient };
  return Object.create(prepared, { client: { value: client } });
}
