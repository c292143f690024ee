import { setImmediate as turn } from 'node:timers/promises';
import { is, type Placeholder, SQL, sql } from 'drizzle-orm';
import { NodePgSession, NodePgTransaction } from 'drizzle-orm/node-postgres';
import { PgDialect } from 'drizzle-orm/pg-core';
import pg from 'pg';
import type { Db, Executor, Tx } from '../client.ts';
import { hidden } from '../hidden.ts';
import { type BuilderStatement, executorOf, type QueryClient } from './execution.ts';
import { linesOf } from './read-lines.ts';

/** A statement with its values, which is sent at once when called. */
export type Statement<T> = (on: Executor) => Promise<T>;

/** A statement that needs a transaction. */
export type TxStatement<T> = (tx: Tx) => Promise<T>;

type Values = Record<string, unknown>;

interface Prepared<Rows> {
  (values: Values): Statement<Rows>;
  /** `read` may throw what the rows mean to the caller. */
  <T>(values: Values, read: (rows: Rows) => T): Statement<T>;
}

/** A query of the builder. */
interface Query<Rows> {
  prepare(name: string): { execute(values?: Values): Promise<Rows> };
}

interface PrepareOptions {
  /**
   * Sends it over the lines for short reads. Only for a select that neither writes nor locks and always
   * takes about a millisecond, as other members wait behind it.
   */
  isShort?: boolean;
}

const dialect = new PgDialect();

/**
 * Prepares a query of the builder, or SQL that the builder cannot express. The result makes a statement
 * of the values of its placeholders. Each connection plans a name once, so it must always be the same query.
 */
export function prepare<Row>(db: Db, name: string, query: SQL): Prepared<Row[]>;
export function prepare<Rows>(
  db: Db,
  name: string,
  query: Query<Rows>,
  options?: PrepareOptions,
): Prepared<Rows>;
export function prepare(
  db: Db,
  name: string,
  query: SQL | Query<unknown>,
  { isShort = false }: PrepareOptions = {},
): Prepared<unknown> {
  const isText = is(query, SQL);
  const prepared = isText
    ? db._.session.prepareQuery(dialect.sqlToQuery(query), undefined, name, false)
    : query.prepare(name);
  const execute = executorOf(prepared as unknown as BuilderStatement);
  return (values: Values, read = (rows: unknown): unknown => rows) =>
    async (on: Executor) => {
      const client = isShort ? shortOf(clientOf(on)) : clientOf(on);
      const result = await execute(client as QueryClient, values);
      return read(isText ? (result as pg.QueryResult).rows : result);
    };
}

/** What a prepared statement knows under a name: a placeholder, or a column of a shared one. */
export type ValueOf = (name: string) => SQL | Placeholder;

type SqlType =
  | 'bigint'
  | 'integer'
  | 'boolean'
  | 'bytea'
  | 'date'
  | 'text'
  | 'timestamptz'
  | 'jsonb';

/** The columns of the table `reader`. */
export interface ReaderColumns<Request extends object> {
  /** What each request gives. */
  given: Record<keyof Request, SqlType>;
  /** Further columns, made from those of `given`. */
  made?: SQL;
}

/**
 * Prepares a statement that serves several requests, the rows of its table `reader`. `write` makes it from
 * the part that defines this table; it returns a row with `reader.place` as `place` for each request
 * that has one. `common` are values of placeholders that all requests have in common.
 */
export function prepareShared<Row extends { place: number }, Request extends object>(
  db: Db,
  name: string,
  { given, made }: ReaderColumns<Request>,
  write: (reader: SQL) => SQL,
): <R extends Request>(requests: readonly R[], common?: Values) => Statement<Map<R, Row>> {
  const columns = Object.entries<SqlType>(given);
  // Hides how many requests there are.
  const lists = columns.map(([column, type]) =>
    hidden(sql`${sql.placeholder(column)}::${sql.raw(type)}[]`),
  );
  const names = [...columns.map(([column]) => column), 'place'].map((column) =>
    sql.identifier(column),
  );
  const all = made === undefined ? sql`given.*` : sql`given.*, ${made}`;
  const reader = sql`reader as materialized (select ${all}
    from unnest(${sql.join(lists, sql`, `)}) with ordinality as given(${sql.join(names, sql`, `)}))`;
  const query = prepare<Row>(db, name, write(reader));
  return <R extends Request>(requests: readonly R[], common?: Values) => {
    const values: Values = { ...common };
    for (const [column] of columns) {
      values[column] = requests.map((request) => request[column as keyof Request]);
    }
    return query(values, (rows) => {
      const found = new Map<R, Row>();
      for (const row of rows) {
        const request = requests[row.place - 1];
        if (request !== undefined) found.set(request, row);
      }
      return found;
    });
  };
}

/** A statement, or several that count as one, in their order. */
type Sent = TxStatement<unknown> | readonly TxStatement<unknown>[];

type ResultsOf<S extends readonly Sent[]> = {
  [Index in keyof S]: S[Index] extends TxStatement<infer T> ? T : unknown;
};

export interface Pipeline {
  tx: Tx;
  /**
   * Sends the statements in one round trip; each sees what those before it did. Rejects with the error
   * of the first one that failed. The first ones of a transaction travel with its BEGIN.
   */
  send<S extends readonly Sent[]>(...statements: S): Promise<ResultsOf<S>>;
}

interface Done<T> {
  result: T;
  /** Sent in one round trip with the COMMIT, which they cannot stop once they are sent. */
  last: readonly Sent[];
}

type Work<T> = (pipeline: Pipeline) => Promise<Done<T>>;

/**
 * Runs a transaction whose statements are sent together. A lost BEGIN must not leave statements that
 * commit one by one, so nothing but the first `send` is under way before it is confirmed: that one
 * may read, lock and count attempts, and stores nothing else.
 */
export async function runPipeline<T>(db: Db, work: Work<T>): Promise<T>;
/**
 * Sends the statements one behind the other without a transaction: each begins when the one before it
 * has ended, and sees all that was committed until then.
 */
export async function runPipeline<const S extends readonly Statement<unknown>[]>(
  db: Db,
  statements: S,
): Promise<ResultsOf<S>>;
export async function runPipeline(
  db: Db,
  work: Work<unknown> | readonly Statement<unknown>[],
): Promise<unknown> {
  const client = await (clientOf(db) as pg.Pool).connect();
  const session = new NodePgSession(client, dialect, undefined);
  const tx: Tx = new NodePgTransaction(dialect, session, undefined);
  let lost: Error | undefined;
  try {
    return await (typeof work === 'function' ? transact(client, tx, work) : sendInOrder(tx, work));
  } catch (error) {
    lost = typeof work === 'function' ? await rollBack(client) : (error as Error);
    throw error;
  } finally {
    client.release(lost);
  }
}

async function transact(client: pg.PoolClient, tx: Tx, work: Work<unknown>): Promise<unknown> {
  /** Empty once it was sent. */
  let opening: Sent[] = [() => client.query('begin')];
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
  const commit = async () => {
    const { command } = await client.query('commit');
    if (command !== 'COMMIT') throw new Error('the transaction was rolled back');
  };
  await sendAll(client, tx, [...last, commit]);
  return result;
}

/** Returns the error of a connection that is lost. */
function rollBack(client: pg.PoolClient): Promise<Error | undefined> {
  return client.query('rollback').then(
    () => undefined,
    (error) => error,
  );
}

async function sendInOrder(tx: Tx, statements: readonly Statement<unknown>[]): Promise<unknown[]> {
  const results: Promise<PromiseSettledResult<unknown>[]>[] = [];
  for (const statement of statements) {
    results.push(Promise.allSettled([begin(statement, tx)]));
    // A statement that awaits its query sends it later in this turn.
    await turn();
  }
  return valuesOf((await Promise.all(results)).flat());
}

function sendAll(client: pg.PoolClient, tx: Tx, statements: readonly Sent[]): Promise<unknown[]> {
  const { stream } = client.connection;
  // One packet for all statements instead of one each.
  stream.cork();
  const results = beginAll(statements, tx);
  stream.uncork();
  return results;
}

/** Waits for all of them, so that no statement of a failed transaction is left under way. */
async function beginAll(statements: readonly Sent[], tx: Tx): Promise<unknown[]> {
  return valuesOf(await Promise.allSettled(statements.map((statement) => begin(statement, tx))));
}

/** Sends it now: a query of the builder is only sent when its `then` is called. */
function begin(sent: Sent, tx: Tx): Promise<unknown> {
  return typeof sent === 'function' ? sent(tx).then((value) => value) : beginAll(sent, tx);
}

/** Throws the error of the first one that failed. */
function valuesOf(results: readonly PromiseSettledResult<unknown>[]): unknown[] {
  return results.map((result) => {
    if (result.status === 'rejected') throw result.reason;
    return result.value;
  });
}

/** What executes: a transaction has a connection of its own. */
function clientOf(on: Executor): pg.Pool | pg.PoolClient {
  return (on._.session as unknown as { client: pg.Pool | pg.PoolClient }).client;
}

/** Only the pool has lines: a transaction reads on its own connection. */
function shortOf(client: pg.Pool | pg.PoolClient) {
  return client instanceof pg.Pool ? linesOf(client) : client;
}
