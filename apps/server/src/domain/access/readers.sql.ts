import { type SQL, sql } from 'drizzle-orm';
import { memberBlocks } from '../../db/schema/index.ts';

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

/** The columns that `readerViewer` and `isBlockedByReader` need. */
export const VIEWER_COLUMNS = {
  given: { memberId: 'bigint', ownerId: 'bigint', isStaff: 'boolean', seal: 'bytea' },
  made: sql`array(select ${memberBlocks.blockedId} from ${memberBlocks}
    where ${memberBlocks.blockerId} = given."memberId") as "blockedIds"`,
} as const;

/** `isBlockedAuthor` for many rows of each reader, whose block list is read once. */
export function isBlockedByReader(authorId: unknown): SQL<boolean> {
  return sql<boolean>`coalesce(${authorId} = any(${ofReader('blockedIds')}), false)`;
}
