import { sql } from 'drizzle-orm';
import { type AnyPgColumn, bigint, check, customType, timestamp } from 'drizzle-orm/pg-core';

/** Identity key; posts and comments on anonymous boards supply random ids. */
export const id = () =>
  bigint('id', { mode: 'number' }).primaryKey().generatedByDefaultAsIdentity();

export const bigintId = (name: string) => bigint(name, { mode: 'number' });

/** A reference to the owner of the row, which is deleted with it. */
export const partOf = (name: string, owner: () => AnyPgColumn) =>
  bigintId(name).notNull().references(owner, { onDelete: 'cascade' });

export const requiredRef = (name: string, target: () => AnyPgColumn) =>
  bigintId(name).notNull().references(target);

export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

export const createdAt = () => instant('created_at').notNull().defaultNow();

export const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

export const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' });

/** CHECK constraint for a text column with an `enum`. */
export const checkEnum = (name: string, column: AnyPgColumn, values: readonly string[]) =>
  check(name, sql`${column} in (${sql.raw(values.map((value) => `'${value}'`).join(', '))})`);
