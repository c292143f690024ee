import { type SQL, sql } from 'drizzle-orm';

/**
 * A value that PostgreSQL does not know while it plans. The plan of a prepared statement is reused only if it looks no dearer
 * than plans for the values of single calls, which a limit makes look cheap. Costs: an array is taken for ten
 * elements, and `x is null or ...` cannot become a condition of an index.
 */
export function hidden<T>(value: SQL<T>): SQL<T> {
  return sql<T>`(select ${value})`;
}
