import { sql } from 'drizzle-orm';
import { type AnyPgColumn, bigint, check, customType, timestamp } from 'drizzle-orm/pg-core';

/** Identity key; callers may give an id of their own (posts and comments of anonymous boards). */
export const id = () =>
  bigint('id', { mode: 'number' }).primaryKey().generatedByDefaultAsIdentity();

export const bigintId = (name: string) => bigint(name, { mode: 'number' });

export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

export const createdAt = () => instant('created_at').notNull().defaultNow();

export const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/** The constraint of a text column with an `enum`: the database accepts the listed values only. */
export const checkEnum = (name: string, column: AnyPgColumn, values: readonly string[]) =>
  check(name, sql`${column} in (${sql.raw(values.map((value) => `'${value}'`).join(', '))})`);
