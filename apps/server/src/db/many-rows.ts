import { getTableColumns, type SQL, sql, type Table } from 'drizzle-orm';

/**
 * An INSERT of many rows as one value of JSON, in their order: the builder makes a value of each field,
 * which holds the event loop and takes longer to send and to plan than to store. All rows have the
 * fields of the first one; fields that it leaves out get their defaults.
 */
export function insertOf<T extends Table>(table: T, rows: readonly T['$inferInsert'][]): SQL {
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

/** Bytes as PostgreSQL reads them from a text. */
function plain(value: unknown): unknown {
  return Buffer.isBuffer(value) ? `\\x${value.toString('hex')}` : value;
}
