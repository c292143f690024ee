import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { prepareSql } from '../../db/pipeline.ts';
import { memberBlocks } from '../../db/schema/index.ts';
import type { Viewer } from './room-access.ts';

export type SqlType = 'bigint' | 'integer' | 'boolean' | 'bytea' | 'date';

const VIEWER = {
  memberId: 'bigint',
  ownerId: 'bigint',
  isStaff: 'boolean',
  seal: 'bytea',
} as const satisfies Record<keyof Viewer, SqlType>;

/** The columns of `reader` besides those of the viewer. */
export type ColumnsOf<Request extends Viewer> = Record<
  Exclude<keyof Request, keyof Viewer>,
  SqlType
>;

/** A column of the table `reader`, which a shared statement has for the requests that it serves. */
export function ofReader(name: string): SQL {
  return sql`reader.${sql.identifier(name)}`;
}

/** The viewer of a reader. */
export const readerViewer = {
  memberId: ofReader('memberId'),
  ownerId: ofReader('ownerId'),
  isStaff: ofReader('isStaff'),
  seal: ofReader('seal'),
};

/** `isBlockedAuthor` for many rows of each reader, whose block list is read once. */
export function isBlockedByReader(authorId: unknown): SQL<boolean> {
  return sql<boolean>`coalesce(${authorId} = any(${ofReader('blockedIds')}), false)`;
}

/**
 * Prepares a statement that serves several requests. `more` are the columns of `reader` besides those of
 * the viewer; `write` makes the statement from the part that defines `reader`, and returns a row with
 * `ofReader('place')` as `place` for each request that has one.
 */
export function prepareSharedRead<Row extends { place: number }, Request extends Viewer>(
  db: Db,
  name: string,
  more: ColumnsOf<Request>,
  write: (reader: SQL) => SQL,
): (requests: readonly Request[]) => Promise<Map<Request, Row>> {
  const types = Object.entries<SqlType>({ ...VIEWER, ...more });
  // The subqueries hide how many requests there are: PostgreSQL would plan for each number again.
  const lists = types.map(
    ([column, type]) => sql`(select ${sql.placeholder(column)}::${sql.raw(type)}[])`,
  );
  const names = [...types.map(([column]) => column), 'place'].map((column) =>
    sql.identifier(column),
  );
  const reader = sql`reader as materialized (
    select given.*, array(select ${memberBlocks.blockedId} from ${memberBlocks}
      where ${memberBlocks.blockerId} = given."memberId") as "blockedIds"
    from unnest(${sql.join(lists, sql`, `)}) with ordinality as given(${sql.join(names, sql`, `)}))`;
  const query = prepareSql<Row>(db, name, write(reader));
  return async (requests) => {
    const values = types.map(([column]) => [
      column,
      requests.map((request) => request[column as keyof Request]),
    ]);
    const { rows } = await query.execute(Object.fromEntries(values));
    const found = new Map<Request, Row>();
    for (const row of rows) {
      const request = requests[row.place - 1];
      if (request !== undefined) found.set(request, row);
    }
    return found;
  };
}
