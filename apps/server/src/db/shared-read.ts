import { type SQL, sql } from 'drizzle-orm';
import type { Db } from './client.ts';
import { prepareSql } from './pipeline.ts';

export type SqlType = 'bigint' | 'integer' | 'boolean' | 'bytea' | 'date';

/** The columns of the table `reader`. */
export interface ReaderColumns<Request extends object> {
  /** What each request gives. */
  given: Record<keyof Request, SqlType>;
  /** Further columns, made from those of `given`. */
  made: SQL;
}

/**
 * Prepares a statement that serves several requests, the rows of its table `reader`. `write` makes it from
 * the part that defines this table; it returns a row with `reader.place` as `place` for each request
 * that has one.
 */
export function prepareSharedRead<Row extends { place: number }, Request extends object>(
  db: Db,
  name: string,
  { given, made }: ReaderColumns<Request>,
  write: (reader: SQL) => SQL,
): (requests: readonly Request[]) => Promise<Map<Request, Row>> {
  const columns = Object.entries<SqlType>(given);
  // The subqueries hide how many requests there are: PostgreSQL would plan for each number again.
  const lists = columns.map(
    ([column, type]) => sql`(select ${sql.placeholder(column)}::${sql.raw(type)}[])`,
  );
  const names = [...columns.map(([column]) => column), 'place'].map((column) =>
    sql.identifier(column),
  );
  const reader = sql`reader as materialized (select given.*, ${made}
    from unnest(${sql.join(lists, sql`, `)}) with ordinality as given(${sql.join(names, sql`, `)}))`;
  const query = prepareSql<Row>(db, name, write(reader));
  return async (requests) => {
    const values = columns.map(([column]) => [
      column,
      requests.map((request) => request[column as keyof Request]),
    ]);
    const { rows } = await query.execute(Object.fromEntries(values));
    const found = new Map<Request, Row>();
    for (const row of rows) {
      const request = requests[row.place - 1];
      if (request !== undefined) found.set(request, row);
    }
    return found;
  };
}
