import { type Placeholder, type SQL, sql } from 'drizzle-orm';

/**
 * A value that PostgreSQL does not know while it plans. It keeps the plan of a prepared statement only if that
 * looks no dearer than plans for the values of single calls, which a limit or a null make look cheap.
 */
export function hidden<T>(value: SQL<T>): SQL<T> {
  return sql<T>`(select ${value})`;
}

/** The same for an array of ids: `any` would take the subquery alone for rows. */
export function hiddenIds(ids: SQL | Placeholder): SQL {
  return sql`${hidden(sql`${ids}::bigint[]`)}::bigint[]`;
}
