/** Columns of all tables of an application, by table, as names quoted for statements. */
async function readColumns(query) {
  const columns = await query(
    `select format('%I', table_name) as table, format('%I', column_name) as column
     from information_schema.columns join information_schema.tables using (table_schema, table_name)
     where table_schema = 'public' and table_type = 'BASE TABLE' order by table_name, ordinal_position`,
  );
  const tables = new Map();
  for (const { table, column } of columns) {
    tables.set(table, [...(tables.get(table) ?? []), column]);
  }
  return tables;
}

/**
 * Hashes of all rows by table, with the columns that they are of; with the result of an earlier call only of the
 * tables and columns of then that are still there.
 */
export async function readRows(query, before) {
  const found = new Map();
  for (const [table, columns] of await readColumns(query)) {
    const wanted = before?.get(table)?.columns ?? (before === undefined ? columns : null);
    if (wanted === null) continue;
    const common = wanted.filter((column) => columns.includes(column));
    const rows = await query(`select md5(row(${common.join(', ')})::text) as hash from ${table}`);
    found.set(table, { columns: common, rows: new Set(rows.map(({ hash }) => hash)) });
  }
  return found;
}

/** Lines about tables of `before` with rows that are not in `after`. */
export function lostRows(before, after) {
  return [...before].flatMap(([table, { columns, rows }]) => {
    const now = after.get(table);
    if (now === undefined) return [`${table}: the table with its ${rows.size} rows`];
    const gone = columns.filter((column) => !now.columns.includes(column));
    if (gone.length > 0) return [`${table}: columns ${gone}`];
    const lost = [...rows].filter((hash) => !now.rows.has(hash)).length;
    return lost > 0 ? [`${table}: ${lost} of ${rows.size} rows`] : [];
  });
}
