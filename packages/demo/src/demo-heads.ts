import type { HeadBoard } from '@naru/contract/boards';
import type { Tx } from '@naru/server/db/client';
import { boardHeads } from '@naru/server/db/schema';
import { sql } from 'drizzle-orm';
import heads from './content/heads.json' with { type: 'json' };
import type { DemoPost } from './content.ts';

const ROWS = Object.entries(heads).flatMap(([board, names]) =>
  names.map((name, at) => ({ boardType: board as HeadBoard, name, place: at + 1 })),
);

/** Adds the heads of two boards; the result has the id of the head of a post, undefined without one. */
export async function insertDemoHeads(
  tx: Tx,
): Promise<(post: Pick<DemoPost, 'board' | 'head'>) => number | undefined> {
  const stored = await tx.insert(boardHeads).values(ROWS).returning();
  return ({ board, head }) => {
    if (head === undefined) return undefined;
    const found = stored.find(({ boardType, name }) => boardType === board && name === head);
    if (found === undefined) throw new Error(`unknown demo head: ${board} ${head}`);
    return found.id;
  };
}

/** Deletes the heads that no post has. */
export async function removeDemoHeads(tx: Tx): Promise<void> {
  for (const { boardType, name } of ROWS) {
    await tx.execute(sql`delete from ${boardHeads} h where board_type = ${boardType} and name = ${name}
      and not exists (select 1 from posts where head_id = h.id)`);
  }
}
