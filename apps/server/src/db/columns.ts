import { getTableColumns, type Table } from 'drizzle-orm';

/** Columns of a table under their own names: `db.select(columns(members, 'id', 'email'))`. */
export function columns<T extends Table, K extends keyof T['_']['columns'] & string>(
  table: T,
  ...names: K[]
): Pick<T['_']['columns'], K> {
  const all: T['_']['columns'] = getTableColumns(table);
  return Object.fromEntries(names.map((name) => [name, all[name]])) as Pick<typeof all, K>;
}
