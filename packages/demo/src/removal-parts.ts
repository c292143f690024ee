import type { Db, Tx } from '@naru/server/db/client';
import type { Clock } from '@naru/server/platform/clock';
import type { Seal } from '@naru/server/platform/seal';
import type { SQL } from 'drizzle-orm';

export interface RemovalParts {
  db: Db;
  clock: Clock;
  seal: Seal;
  /** Ends what a member likes, scraps and follows of anonymous items. */
  removeMarks(tx: Tx, memberId: number): Promise<void>;
  /** Erases the personal fields and private data of a member whose row has to stay. */
  eraseMember(tx: Tx, member: { id: number; email: string }): Promise<void>;
  /** Deletes the released files from the storage. */
  sweepFiles(): Promise<unknown>;
}

/** The members to remove, as what the tables know them by. */
export interface DemoAuthors {
  list: readonly { id: number; email: string; nickname: string }[];
  ids: number[];
  seals: Buffer[];
  /** True for rows of these authors, also of anonymous ones. */
  wrote(author: { authorId: SQL; authorSeal: SQL }): SQL;
}
