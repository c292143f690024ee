import { type Placeholder, type SQL, sql } from 'drizzle-orm';
import type { Db } from './client.ts';
import { hidden } from './hidden.ts';
import { prepareSql, type Statement, statement } from './pipeline.ts';

export type SqlType =
  | 'bigint'
  | 'integer'
  | 'boolean'
  | 'bytea'
  | 'date'
  | 'text'
  | 'timestamptz'
  | 'jsonb';

/** What a statement knows under a name: a placeholder, or a column of a shared one. */
export type ValueOf = (name: string) => SQL | Placeholder;

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
 * that has one.
 */
export function prepareSharedRead<Row extends { place: number }, Request extends object>(
  db: Db,
  name: string,
  columns: ReaderColumns<Request>,
  write: (reader: SQL) => SQL,
): (requests: readonly Request[]) => Promise<Map<Request, Row>> {
  const prepare = prepareSharedStatement<Row, Request>(db, name, columns, write);
  return (requests) => prepare(requests)(db);
}

/** The same for transactions, and with values of placeholders that all requests have in common. */
export function prepareSharedStatement<Row extends { place: number }, Request extends object>(
  db: Db,
  name: string,
  { given, made }: ReaderColumns<Request>,
  write: (reader: SQL) => SQL,
): <R extends Request>(
  requests: readonly R[],
  common?: Record<string, unknown>,
) => Statement<Map<R, Row>> {
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
  const query = prepareSql<Row>(db, name, write(reader));
  return <R extends Request>(requests: readonly R[], common?: Record<string, unknown>) => {
    const values: Record<string, unknown> = { ...common };
    for (const [column] of columns) {
      values[column] = requests.map((request) => request[column as keyof Request]);
    }
    return statement(query, values, ({ rows }) => {
      const found = new Map<R, Row>();
      for (const row of rows) {
        const request = requests[row.place - 1];
        if (request !== undefined) found.set(request, row);
      }
      return found;
    });
  };
}
