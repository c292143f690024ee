import { type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

/** A selected expression; `decoder` is set by `mapWith`, and internal to drizzle. */
type Expression = SQL | PgColumn;
type Decode = (value: unknown) => unknown;

/**
 * A row as one JSON array. PostgreSQL writes and Node.js parses it in less time than a column each, and
 * a statement can return rows of different kinds. `read` gives the values that drizzle would give.
 */
export function jsonRow<Row extends object>(columns: Record<keyof Row, Expression>) {
  const fields = Object.entries<Expression>(columns).map(([name, column]) => ({
    name,
    decode: decoderOf(column),
  }));
  return {
    array: sql`json_build_array(${sql.join(Object.values(columns), sql`, `)})`,
    read: (values: readonly unknown[]): Row => {
      const row: Record<string, unknown> = {};
      for (const [index, { name, decode }] of fields.entries()) {
        const value = values[index];
        row[name] = value === null ? null : decode(value);
      }
      return row as Row;
    },
  };
}

function decoderOf(column: Expression): Decode {
  if ('mapFromDriverValue' in column) return (value) => column.mapFromDriverValue(value);
  const { decoder } = column as unknown as { decoder: { mapFromDriverValue: Decode } };
  return (value) => decoder.mapFromDriverValue(value);
}
