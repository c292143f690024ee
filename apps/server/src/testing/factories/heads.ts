import type { HeadBoard } from '@naru/contract/boards';
import { eq, sql } from 'drizzle-orm';
import { boardHeadRules, boardHeads } from '../../db/schema/index.ts';
import type { TestApp } from '../test-app.ts';

let counter = 0;

/** Adds a head to a board, after those that it has; returns it. */
export async function createHead(
  { db }: Pick<TestApp, 'db'>,
  values: { boardType?: HeadBoard; name?: string; isRetired?: boolean } = {},
) {
  counter += 1;
  const { boardType = 'FREE', name = `머리${counter}`, isRetired = false } = values;
  const next = sql<number>`(select coalesce(max(place), 0) + 1 from board_heads where board_type = ${boardType})`;
  const [row] = await db
    .insert(boardHeads)
    .values({ boardType, name, place: isRetired ? null : next })
    .returning({ id: boardHeads.id });
  if (row === undefined) throw new Error('no head');
  return { id: row.id, name };
}

export async function retireHead({ db }: Pick<TestApp, 'db'>, id: number): Promise<void> {
  await db.update(boardHeads).set({ place: null }).where(eq(boardHeads.id, id));
}

/** New posts of the board need a head. */
export async function requireHeads({ db }: Pick<TestApp, 'db'>, boardType: HeadBoard) {
  await db
    .insert(boardHeadRules)
    .values({ boardType, isRequired: true })
    .onConflictDoUpdate({ target: boardHeadRules.boardType, set: { isRequired: true } });
}
