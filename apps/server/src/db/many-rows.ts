import { getTableColumns, type SQL, sql, type Table } from 'drizzle-orm';

/**
 * Inserts many rows, in their order, as one JSON parameter. The query builder would make a parameter of each
 * field, which blocks the event loop and takes longer to send and plan than to execute. All rows have the
 * fields of the first one; missing fields get their defaults.
 */
export function insertManyRows<T extends Table>(table: T, rows: readonly T['$inferInsert'][]): SQL {
  const columns = Object.entries(getTableColumns(table)).filter(([key]) => key in (rows[0] ?? {}));
  const names = sql.join(
    columns.map(([, column]) => sql.identifier(column.name)),
    sql`, `,
  );
  const json = JSON.stringify(
    rows.map((row) => {
      const values = row as Record<string, unknown>;
      return Object.fromEntries(columns.map(([key, { name }]) => [name, plain(values[key])]));
    }),
  );
  return sql`insert into ${table} (${names}) select ${names}
    from rows from (jsonb_populate_recordset(null::${table}, ${json}::jsonb)) with ordinality as given
    order by ordinality`;
}

/** Bytes in PostgreSQL's hex format; other values unchanged. */
function plain(value: unknown): unknown {
  return Buffer.isBuffer(value) ? `\\x${value.toString('hex')}` : value;
}
