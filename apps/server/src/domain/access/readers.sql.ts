import { type SQL, sql } from 'drizzle-orm';
import { comments, memberBlocks } from '../../db/schema/index.ts';
import { aliasNumber, numbersBlockedBy } from './blocks.sql.ts';

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
  markKey: ofReader('markKey'),
};

/** The columns that `readerViewer` needs. */
export const VIEWER_COLUMNS = {
  given: {
    memberId: 'bigint',
    ownerId: 'bigint',
    isStaff: 'boolean',
    seal: 'bytea',
    markKey: 'bytea',
  },
  made: sql`array(select ${memberBlocks.blockedId} from ${memberBlocks}
    where ${memberBlocks.blockerId} = given."memberId") as "blockedIds"`,
} as const;

/** The columns that `isCommentBlockedByReader` needs, of readers of a thread. */
export const THREAD_BLOCKS = sql`${VIEWER_COLUMNS.made},
  array(${numbersBlockedBy(sql`given.seal`, sql`given."postId"`)}) as "blockedNumbers"`;

/** `isBlockedComment` for many rows of each reader, whose blocks are read once. */
export const isCommentBlockedByReader = sql<boolean>`case
  when ${comments.authorSeal} is null then coalesce(${comments.authorId} = any(${ofReader('blockedIds')}), false)
  when cardinality(${ofReader('blockedNumbers')}) = 0 then false
  else ${aliasNumber} = any(${ofReader('blockedNumbers')}) end`;
