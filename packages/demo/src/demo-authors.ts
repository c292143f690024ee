import type { SQL } from 'drizzle-orm';

/** The members to remove, as what the tables know them by. */
export interface DemoAuthors {
  list: readonly { id: number; email: string; nickname: string }[];
  ids: number[];
  seals: Buffer[];
  /** True for rows of these authors, also of anonymous ones. */
  wrote(author: { authorId: SQL; authorSeal: SQL }): SQL;
}
