import { type SQL, sql } from 'drizzle-orm';

/** Ids as one value: the builder makes a value of each item of a list. */
export function idArray(ids: readonly number[]): SQL {
  return sql`${sql.param([...ids])}::bigint[]`;
}

/** The same for bytes. */
export function byteArray(values: readonly Buffer[]): SQL {
  return sql`${sql.param([...values])}::bytea[]`;
}

/** The same for texts. */
export function textArray(values: readonly string[]): SQL {
  return sql`${sql.param([...values])}::text[]`;
}
