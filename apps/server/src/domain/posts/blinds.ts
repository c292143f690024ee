import { hasRole } from '@naru/contract/roles';
import type { Executor } from '../../db/client.ts';
import type { Actor } from '../../platform/actor.ts';
import { findBlindedPost, listBlindedComments } from './blinds.repo.ts';

/** Those who decide about reported content read it. */
export function seesBlinded({ roles }: Pick<Actor, 'roles'>): boolean {
  return hasRole(roles, 'MANAGER');
}

/** The row of a post, with its hidden text for staff. */
export async function withBlindedText<T extends { id: number; isBlinded: boolean }>(
  db: Executor,
  actor: Actor,
  row: T,
): Promise<T> {
  if (!row.isBlinded || !seesBlinded(actor)) return row;
  return { ...row, ...(await findBlindedPost(db, row.id)) };
}

/** Rows of comments, with their hidden texts for staff. */
export async function withBlindedTexts<
  T extends { id: number; isBlinded: boolean; content: string },
>(db: Executor, actor: Actor, rows: readonly T[]): Promise<readonly T[]> {
  const ids = rows.filter(({ isBlinded }) => isBlinded).map(({ id }) => id);
  if (ids.length === 0 || !seesBlinded(actor)) return rows;
  const texts = await listBlindedComments(db, ids);
  return rows.map((row) => ({ ...row, content: texts.get(row.id) ?? row.content }));
}
